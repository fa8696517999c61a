export { overlay } from './calls.ts';
export { checkDescription, DESCRIPTION_FILE } from './check.ts';
export {
  COMMON_FIELDS,
  FIELD_KINDS,
  isMemoResult,
  KEEPS_MEMO,
  LIST_FIELDS,
  LIST_ITEMS,
  listNeededResults,
  listRequestFields,
  listResultFields,
  requestKind,
  resultKind,
} from './contract-fields.ts';
export { checkExamples, listExampleFaults } from './examples.ts';
export { FILTERS } from './filters.ts';
export { describedModule } from './module.ts';
export { type Described, EXAMPLES_FOLDER, findFamily, readDescribed, readExamples } from './package.ts';
export { CHARGE_STATES, describedSimulator, ORDER_STATES } from './simulator.ts';
