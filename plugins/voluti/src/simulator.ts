import { defineBrandSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBrandSimulator({ id: 'voluti', cashIn: 'json', cashOut: 'camelCase', tokenStatus: 200 });
