import { testMember } from '../../family-onz/src/test-member.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

testMember({ json, module, simulator });
