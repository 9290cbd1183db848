/// <reference path="./undiciFiles.d.ts" />
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

// The index of undici gives its dispatchers this method; a tunnel is made with it.
Dispatcher.prototype.connect = connect;

export { EnvHttpProxyAgent };
