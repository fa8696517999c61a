export { type LogLine, openProvider, type TestContext, type TestContextOptions, testContext } from './context.ts';
export { openDescribed } from './described.ts';
export { fixture } from './fixture.ts';
export { type HttpMock, http, type MockedCall, type MockedRequest } from './http-mock.ts';
export { findUnfit, type OpenApiFixture, type OpenApiWitness, openApiWitness } from './openapi-witness.ts';
export {
  sampleCardToken,
  sampleDocument,
  sampleMandate,
  sampleMandateCharge,
  sampleMandateChargeLookup,
  sampleMandateLookup,
  sampleMandateRefund,
  sampleMandateRetry,
  sampleOutcome,
  samplePersonCheck,
  sampleReceiver,
  sampleRefund,
  sampleScore,
  sampleTransaction,
  sampleWithdraw,
} from './samples.ts';
export { type StartedSimulator, type StartSimulatorOptions, startSimulator } from './start-simulator.ts';
export { type TestProviderOptions, testProvider } from './test-provider.ts';
