export { DEFAULT_LIMITS, type Limits } from './command.ts';
export { createIsolatedModule, type IsolatedModule, type IsolatedOptions } from './isolated-module.ts';
