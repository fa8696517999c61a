export { fullYear } from '@feira/schemas/rules/card';
export { addDays, fromSaoPaulo, toSaoPaulo, toSaoPauloDate } from './dates.ts';
export { asManifest, defineProvider, mapStatus, type ProviderModule } from './define.ts';
export { isProviderError, type Outcome, ProviderError, type ProviderErrorCode } from './errors.ts';
export type {
  Clock,
  HmacAlgorithm,
  Http,
  HttpAnswer,
  HttpRequest,
  ProviderContext,
  ProviderLog,
  SecretCrypto,
  Settings,
} from './host.ts';
export type { HeldFile, SimulatedFile } from './multipart.ts';
export { redactNumbers } from './redact-numbers.ts';
export {
  defineSimulator,
  type Fault,
  type SimulatedCharge,
  type Simulator,
  type SimulatorAnswer,
  type SimulatorContext,
  type SimulatorModule,
  type SimulatorRequest,
  type SimulatorResponse,
  type SimulatorSamples,
  type SimulatorStore,
} from './simulator.ts';
