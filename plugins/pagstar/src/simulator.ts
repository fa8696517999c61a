import { defineFamilySimulator } from '../../family-onz/src/simulator.ts';

export default defineFamilySimulator({ id: 'pagstar', cashIn: 'json', cashOut: 'json', tokenStatus: 201 });
