import { defineBrandSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBrandSimulator({ id: 'onz', cashIn: 'form', cashOut: 'form', tokenStatus: 200 });
