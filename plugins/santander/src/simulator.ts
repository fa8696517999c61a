import { defineBankSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBankSimulator({
  id: 'santander',
  tokenForm: 'form',
  tokenPath: '/oauth/token',
  codePlace: 'location',
  account: { merchantName: 'Loja de Teste', merchantCity: 'Sao Paulo' },
});
