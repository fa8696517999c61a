import { defineBankSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBankSimulator({
  id: 'efi',
  tokenForm: 'basic',
  tokenPath: '/oauth/token',
  account: { receiverAccount: '012682', receiverBranch: '0001' },
  isIncomplete: ({ path, headers }) => path.startsWith('/webhook') && headers['x-skip-mtls-checking'] !== 'true',
});
