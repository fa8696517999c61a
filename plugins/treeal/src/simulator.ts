import { defineFamilySimulator } from '../../family-onz/src/simulator.ts';

export default defineFamilySimulator({ id: 'treeal', cashIn: 'form', cashOut: 'form', tokenStatus: 200 });
