/** Cases of imports and full exports: each seller has their own, with what they brought. */
import { type Context, type Outcome, type ProcedureCase, plain } from '../case.ts';
import type { Side } from '../sides.ts';

type Key = 'importId' | 'importedCustomerId' | 'fullExportId';

const KEYS = { importId: 'importId', customerId: 'importedCustomerId', exportId: 'fullExportId' } as const;

const named = (
  field: keyof typeof KEYS,
  { refusal, own = 'ok' }: { refusal: Outcome; own?: Outcome },
  extra: Record<string, unknown> = {},
): ProcedureCase => {
  const key: Key = KEYS[field];
  const of = (side: Pick<Side, Key>) => ({ [field]: side[key], ...extra });
  return {
    ids: [field],
    variants: {
      own: { input: ({ caller }: Context) => of(caller), outcome: own },
      other: { input: ({ other }) => of(other), outcome: refusal },
      foreign: { input: ({ foreign }) => of(foreign), outcome: refusal },
      operated: { input: ({ operated }) => of(operated), outcome: refusal },
    },
  };
};

const onImport = (extra: Record<string, unknown> = {}) => named('importId', { refusal: 'IMPORT_NOT_FOUND' }, extra);
/** The import is at a step that comes after or before the one of the call. */
const atOtherStep = (extra: Record<string, unknown> = {}) =>
  named('importId', { refusal: 'IMPORT_NOT_FOUND', own: 'IMPORT_STATE' }, extra);

const CHECK = { kind: 'CUSTOMERS', source: 'PLAIN', mapping: [{ field: 'email', column: 0 }], isLenient: false };

export const IMPORTS: Record<string, ProcedureCase> = {
  'imports.createImport': plain(() => ({ fileName: 'clientes.csv', bytes: 20 })),
  'imports.importRows': plain(() => ({ kind: 'CUSTOMERS', rows: [{ email: 'ana@example.com', name: 'Ana' }] })),
  'imports.addPart': atOtherStep({ number: 0, content: 'YWJj' }),
  'imports.finishUpload': atOtherStep(),
  'imports.listImports': plain(),
  'imports.getImport': onImport(),
  'imports.checkImport': onImport(CHECK),
  'imports.runImport': onImport(),
  'imports.undoImport': atOtherStep(),
  'imports.discardImport': onImport(),
  'imports.listProblems': onImport({ of: 'REFUSED' }),
  'imports.listCustomers': plain(),
  'imports.listSales': plain(),
  'imports.listSubscriptions': plain(),
  'imports.inviteSubscribers': { ...plain(), isPersonal: true },
  'fullExports.createExport': plain(),
  'fullExports.listExports': plain(),
  'fullExports.openExport': named('exportId', { refusal: 'FULL_EXPORT_NOT_FOUND' }),
  'imports.getCustomer': named('customerId', { refusal: 'IMPORTED_CUSTOMER_NOT_FOUND' }),
};
