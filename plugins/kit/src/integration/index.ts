export { checkIntegration, listUsedCredentials } from './check.ts';
export { type CompiledIntegration, compileIntegration } from './compile.ts';
export {
  allowsHost,
  type Delivered,
  type DeliveryFault,
  type DeliveryOptions,
  deliverEvent,
  type ShownRequest,
  showRequests,
} from './deliver.ts';
export { type FreightProblem, type FreightQuote, type FreightService, quoteFreight } from './freight.ts';
export { callInvoice, fetchInvoiceFile, type InvoiceAnswer, type InvoicedFacts } from './invoice.ts';
export {
  INTEGRATION_FILE,
  type NamedExample,
  readIntegration,
  readIntegrationExamples,
  readIntegrations,
} from './package.ts';
export { sampleFacts, sampleInvoice } from './sample-facts.ts';
export { compareShapes } from './shape.ts';
export { findDifferences, integrationSimulator } from './simulator.ts';
