export { formatExpiry, fullYear } from '@feira/schemas/rules/card';
export {
  asUnsent,
  type CallOptions,
  type Calls,
  createCalls,
  invalidEvent,
  invalidRequest,
  keepOwn,
  makeOnce,
  orUnknown,
  path,
  whenRefused,
} from './calls.ts';
export { addDays, fromSaoPaulo, readDate, toSaoPaulo, toSaoPauloDate } from './dates.ts';
export { asManifest, defineProvider, mapStatus, type ProviderModule } from './define.ts';
export { isProviderError, type Outcome, ProviderError, type ProviderErrorCode } from './errors.ts';
export { Fields } from './fields.ts';
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
export { answerChallenge, CHALLENGE_MS } from './simulation/challenge-page.ts';
export { showDemoPage } from './simulation/demo-page.ts';
export { writeDemoPdf } from './simulation/demo-pdf.ts';
export {
  defineSimulator,
  type Fault,
  type SimulatedCharge,
  type SimulatedDestination,
  type SimulatedMandateCharge,
  type SimulatedMandates,
  type SimulatedWithdrawal,
  type Simulator,
  type SimulatorAnswer,
  type SimulatorContext,
  type SimulatorModule,
  type SimulatorRequest,
  type SimulatorResponse,
  type SimulatorSamples,
  type SimulatorStore,
} from './simulator.ts';
export {
  BOOK_CHARGE_STATES,
  BOOK_ORDER_STATES,
  type Book,
  type BookedCharge,
  type BookedPayment,
  type BookedRefund,
  type BookedWithdrawal,
  type BookOptions,
  type BookRule,
  type ChargeState,
  createBook,
  type NewCharge,
  type NewRefund,
  type NewWithdrawal,
  type OrderState,
  type Share,
} from './simulator-book.ts';
export {
  type BookedMandate,
  type BookedMandateCharge,
  type BookedMandateRefund,
  createMandateBook,
  type MandateBook,
  type MandateRule,
} from './simulator-mandates.ts';
export { answerRoute, type RouteHandler, WireRefusal } from './simulator-routes.ts';
export { createIds, createTurns, type Ids, wakeAt } from './simulator-state.ts';
