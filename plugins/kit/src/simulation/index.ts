export { readSimulatorBody } from './body.ts';
export type { LoggedDelivery, WebhookDelivery } from './deliveries.ts';
export { type FileStore, fileStore } from './file-store.ts';
export { createSimulatorHost, type SimulatorHost, type SimulatorHostOptions } from './host.ts';
export { markBases, splitBase } from './marked-base.ts';
export { type MemoryStoreOptions, memoryStore } from './memory-store.ts';
export { seededRandom } from './random.ts';
export { sampleFiles } from './sample-files.ts';
export { LARGEST_REQUEST_BYTES, type ServedSimulator, type ServeOptions, serveSimulator } from './serve.ts';
