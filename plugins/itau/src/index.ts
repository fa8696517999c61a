import { defineChargeBank } from '../../family-bacen/src/banks.ts';

export default defineChargeBank({ codePlace: 'qrcode' });
