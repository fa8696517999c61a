export { overlay } from './calls.ts';
export { checkDescription, DESCRIPTION_FILE } from './check.ts';
export { checkExamples, listExampleFaults } from './examples.ts';
export { describedModule } from './module.ts';
export { type Described, EXAMPLES_FOLDER, findFamily, readDescribed, readExamples } from './package.ts';
export { describedSimulator } from './simulator.ts';
