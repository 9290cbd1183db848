/// <reference path="./undiciFiles.d.ts" />
// Imports single files: the index of undici also loads fetch, WebSocket, caches and mocks, which costs 24 ms per call.
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';

export { Agent, request };
