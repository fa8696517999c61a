import { findLimitProblems } from './limits-draft.ts';
import type { ServiceDraft, ServiceProblems } from './service-fields.tsx';

/** Problems by the server's name of the field; the values are keys of texts. */
export const findServiceProblems = ({ name, methods, limits }: ServiceDraft): ServiceProblems => ({
  ...(name.trim().length < 2 && { name: 'nameShort' as const }),
  ...(methods.length === 0 && { methods: 'methodLacks' as const }),
  ...findLimitProblems(limits),
});
