import { defineFamilySimulator } from '../../family-onz/src/simulator.ts';

export default defineFamilySimulator({ id: 'voluti', cashIn: 'json', cashOut: 'camelCase', tokenStatus: 200 });
