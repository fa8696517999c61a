/** Lists the people who sign in to the demo, one for each role. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';

export interface DemoPerson {
  name: string;
  /** The demo's code names a person by the e-mail. */
  email: string;
  role: Role;
  permissions?: readonly AdminPermission[];
  /** The word of the summary for this person. */
  title: string;
  /** A valid and invented CPF or CNPJ; only simulators receive it. */
  document?: string;
  /** The e-mail of the manager who looks after this person. */
  manager?: string;
}

export const [MARIA, CAFE, AFFILIATE, CO_PRODUCER, CUSTOMER, MANAGER, ADMIN, MASTER] = [
  ...['maria', 'cafe', 'afiliada', 'coprodutor', 'cliente', 'gerente', 'admin', 'master'].map(
    (mailbox) => `${mailbox}@demo.example`,
  ),
] as [string, string, string, string, string, string, string, string];

/** Looks after people and their documents, and sees no money. */
const SUPPORT: AdminPermission[] = [
  'isDashboardAvailable',
  'isUsersAvailable',
  'isProductsAvailable',
  'isValidateDocumentsAvailable',
  'isNotificationsAvailable',
  'isUsersLoginAvailable',
];

export const SELLERS: DemoPerson[] = [
  {
    name: 'Padaria da Maria',
    email: MARIA,
    role: 'seller',
    title: 'Produtor',
    document: '11222333000181',
    manager: MANAGER,
  },
  { name: 'Café da Serra', email: CAFE, role: 'seller', title: 'Produtor', document: '12ABC34501DE35' },
];

export const FEIRA_PEOPLE: DemoPerson[] = [
  { name: 'Mila Master', email: MASTER, role: 'master', title: 'Master' },
  {
    name: 'Alice Administradora',
    email: ADMIN,
    role: 'admin',
    permissions: ADMIN_PERMISSIONS,
    title: 'Administração',
  },
  {
    name: 'Artur Atendimento',
    email: 'atendimento@demo.example',
    role: 'admin',
    permissions: SUPPORT,
    title: 'Atendimento',
  },
  { name: 'Gil Gerente', email: MANAGER, role: 'manager', title: 'Gerente', document: '12345678909' },
  ...SELLERS,
  { name: 'Ana Afiliada', email: AFFILIATE, role: 'affiliate', title: 'Afiliado', document: '52998224725' },
  { name: 'Caio Coprodutor', email: CO_PRODUCER, role: 'co-producer', title: 'Coprodutor', document: '11144477735' },
  { name: 'Clara Cliente', email: CUSTOMER, role: 'customer', title: 'Cliente' },
];

export const SERRA_SELLER = 'queijaria@demo.example';

export const SERRA_PEOPLE: DemoPerson[] = [
  {
    name: 'Sérgio da Serra',
    email: 'admin@serra.example',
    role: 'admin',
    permissions: ADMIN_PERMISSIONS,
    title: 'Administração',
  },
  { name: 'Queijaria da Serra', email: SERRA_SELLER, role: 'seller', title: 'Produtor' },
];
