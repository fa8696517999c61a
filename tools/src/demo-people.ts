/** Who signs in to the demo, one person a role. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import { demoId as id } from './demo-id.ts';

export interface DemoPerson {
  id: string;
  name: string;
  email: string;
  role: Role;
  permissions?: readonly AdminPermission[];
  /** What the summary calls this person. */
  title: string;
  /** Who looks after this person. */
  managerId?: string;
}

/** Looks after people and their documents, and sees no money. */
const SUPPORT: AdminPermission[] = [
  'isDashboardAvailable',
  'isUsersAvailable',
  'isProductsAvailable',
  'isValidateDocumentsAvailable',
  'isNotificationsAvailable',
  'isUsersLoginAvailable',
];

export const MANAGER_ID = id(16);

export const SELLERS = [
  { id: id(11), name: 'Padaria da Maria', email: 'maria@demo.example', managerId: MANAGER_ID },
  { id: id(12), name: 'Café da Serra', email: 'cafe@demo.example' },
];

export const FEIRA_PEOPLE: DemoPerson[] = [
  ...SELLERS.map((seller) => ({ ...seller, role: 'seller' as const, title: 'Produtor' })),
  { id: id(13), name: 'Ana Afiliada', email: 'afiliada@demo.example', role: 'affiliate', title: 'Afiliado' },
  { id: id(14), name: 'Caio Coprodutor', email: 'coprodutor@demo.example', role: 'co-producer', title: 'Coprodutor' },
  { id: id(15), name: 'Clara Cliente', email: 'cliente@demo.example', role: 'customer', title: 'Cliente' },
  { id: MANAGER_ID, name: 'Gil Gerente', email: 'gerente@demo.example', role: 'manager', title: 'Gerente' },
  {
    id: id(17),
    name: 'Alice Administradora',
    email: 'admin@demo.example',
    role: 'admin',
    permissions: ADMIN_PERMISSIONS,
    title: 'Administração',
  },
  {
    id: id(18),
    name: 'Artur Atendimento',
    email: 'atendimento@demo.example',
    role: 'admin',
    permissions: SUPPORT,
    title: 'Atendimento',
  },
  { id: id(19), name: 'Mila Master', email: 'master@demo.example', role: 'master', title: 'Master' },
];

export const SERRA_PEOPLE: DemoPerson[] = [
  { id: id(111), name: 'Queijaria da Serra', email: 'queijaria@demo.example', role: 'seller', title: 'Produtor' },
  {
    id: id(117),
    name: 'Sérgio da Serra',
    email: 'admin@serra.example',
    role: 'admin',
    permissions: ADMIN_PERMISSIONS,
    title: 'Administração',
  },
];
