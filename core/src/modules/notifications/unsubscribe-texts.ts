/** Holds the texts of the page that ends mails about a topic. */
import type { Locale } from '@feira/schemas/common';
import type { NotificationTopic } from '@feira/schemas/rules/notification-topics';
import type { UnsubscribeTexts } from '../mail/service.ts';

export const TOPIC_NAMES: Record<Locale, Record<NotificationTopic, string>> = {
  'pt-BR': {
    sales: 'Vendas',
    shipments: 'Envios atrasados',
    carts: 'Carrinhos abandonados',
    refunds: 'Reembolsos',
    disputes: 'Contestações',
    payouts: 'Saques e recebimentos',
    products: 'Produtos',
    partners: 'Parcerias',
    integrations: 'Integrações',
    announcements: 'Comunicados da plataforma',
    work: 'O que espera pela equipe',
  },
  en: {
    sales: 'Sales',
    shipments: 'Overdue shipments',
    carts: 'Abandoned carts',
    refunds: 'Refunds',
    disputes: 'Disputes',
    payouts: 'Withdrawals and payouts',
    products: 'Products',
    partners: 'Partners',
    integrations: 'Integrations',
    announcements: 'Platform announcements',
    work: 'What waits for the team',
  },
};

export const UNSUBSCRIBE_PAGE: UnsubscribeTexts = {
  'pt-BR': {
    title: 'Avisos por e-mail',
    question: 'Parar de receber e-mails sobre:',
    button: 'Parar de receber',
    done: 'Pronto: esses e-mails não vêm mais. O sino no painel continua com tudo, e em Minha conta você os liga de novo.',
  },
  en: {
    title: 'Notices by email',
    question: 'Stop getting emails about:',
    button: 'Stop them',
    done: 'Done: these emails will not come any more. The bell keeps everything, and under My account you turn them on again.',
  },
};
