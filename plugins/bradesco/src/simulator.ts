import { AUTOMATIC } from '../../family-bacen/src/banks.ts';
import { defineBankSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBankSimulator({
  id: 'bradesco',
  tokenForm: 'basic',
  tokenPath: '/oauth/token',
  bases: AUTOMATIC,
  account: { receiverAccount: '012682', receiverBranch: '9708' },
});
