import { defineBankSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBankSimulator({
  id: 'sicoob',
  tokenForm: 'public',
  tokenPath: '/auth/realms/cooperado/protocol/openid-connect/token',
  isIncomplete: ({ headers }, { clientId }) => headers.client_id !== clientId,
});
