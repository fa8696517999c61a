export { DEFAULT_LIMITS, type Limits } from './command.ts';
export { ADAPTER_FAILED, createIsolatedModule, type IsolatedModule, type IsolatedOptions } from './isolated-module.ts';
export { type IsolatedSimulator, type IsolatedSimulatorOptions, loadIsolatedSimulator } from './isolated-simulator.ts';
