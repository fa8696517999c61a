import { defineBankSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBankSimulator({ id: 'banco-inter', tokenForm: 'form', tokenPath: '/oauth/v2/token' });
