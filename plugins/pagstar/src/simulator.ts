import { defineBrandSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBrandSimulator({ id: 'pagstar', cashIn: 'json', cashOut: 'json', tokenStatus: 201 });
