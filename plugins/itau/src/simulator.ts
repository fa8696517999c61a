import { defineBankSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBankSimulator({
  id: 'itau',
  tokenForm: 'form',
  tokenPath: '/api/oauth/token',
  codePlace: 'qrcode',
});
