import { testCard, testMember } from '../../family-hopy/src/test-members.ts';

testMember(import.meta.url, 'secretKey');
testCard(import.meta.url, 'secretKey');
