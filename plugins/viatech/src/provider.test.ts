import { testMember, testTokenFirst } from '../../family-hopy/src/test-members.ts';

testMember(import.meta.url, 'secretKey');
testTokenFirst(import.meta.url, 'secretKey');
