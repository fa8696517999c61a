import { AUTOMATIC } from '../../family-bacen/src/banks.ts';
import { defineBankSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBankSimulator({
  id: 'sicredi',
  tokenForm: 'basic',
  tokenPath: '/oauth/token',
  bases: { ...AUTOMATIC, cob: 'charges' },
  account: { receiverAccount: '012682', receiverBranch: '9708' },
});
