/// <reference path="./undiciFiles.d.ts" />
// These files of undici and not its index, which also loads fetch, WebSocket, caches and mocks: 24 ms of every call.
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';

export { Agent, request };
