import { defineBrandSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBrandSimulator({ id: 'treeal', cashIn: 'form', cashOut: 'form', tokenStatus: 200 });
