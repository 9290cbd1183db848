/// <reference path="./undiciFiles.d.ts" />
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

// The tunnel needs this method; only the index of undici adds it.
Dispatcher.prototype.connect = connect;

export { EnvHttpProxyAgent };
