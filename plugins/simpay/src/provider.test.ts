import { testMember } from '../../family-saq/src/test-members.ts';

testMember(import.meta.url);
