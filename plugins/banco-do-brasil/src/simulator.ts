import { AUTOMATIC } from '../../family-bacen/src/banks.ts';
import { defineBankSimulator } from '../../family-bacen/src/simulator.ts';

export default defineBankSimulator({
  id: 'banco-do-brasil',
  tokenForm: 'basic',
  tokenPath: '/oauth/token',
  bases: AUTOMATIC,
  account: { appKey: 'bb_app_key_invented_0001', receiverAccount: '012682', receiverBranch: '9708' },
  isIncomplete: ({ query }, { appKey }) => query['gw-dev-app-key'] !== appKey,
});
