import type { Currency } from '@feira/schemas/common';
import { BILLET_CLEARING_DAYS } from '@feira/schemas/rules/boleto';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { declineWords } from '@feira/schemas/rules/declines';
import { firstName, hasToken, type Texts, toSentences } from './mail-text.ts';
import { NOTICES } from './notice-texts.ts';
import { type Order, writeReminder } from './openings.ts';
import { type PlanNews, toMyPurchases } from './plan-news.ts';
import { fillStep, SUBSCRIPTION_STEPS } from './subscription-texts.ts';

const greet = (name: string) => {
  const first = firstName(name);
  return first ? `Olá, ${first}!` : 'Olá!';
};

const ROLES = {
  seller: 'produtor',
  affiliate: 'afiliado',
  'co-producer': 'coprodutor',
  customer: 'cliente',
  manager: 'gerente',
  admin: 'administrador',
  master: 'master',
} as const;

const WHEN = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

const toWhen = (iso: string) => `${WHEN.format(new Date(iso))} (horário de Brasília)`;

const SHARE = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 2 });
const DAY = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' });

const toDay = (iso: string) => DAY.format(new Date(iso));

const METHODS = { PIX: 'Pix', CREDIT_CARD: 'Cartão de crédito', BILLET: 'Boleto' } as const;

/** Lines without a value are left out. */
const describeOrder = ({
  title,
  orderCode,
  seller,
  amount,
  currency = 'BRL',
}: Order): [label: string, value: string][] => {
  const lines: [string, string][] = [
    ['Compra', title],
    ['Pedido', orderCode ?? ''],
    ['Vendedor', seller ?? ''],
    ['Valor', amount === undefined ? '' : formatCurrency(amount, currency, 'pt-BR')],
  ];
  return lines.filter(([, value]) => value !== '');
};

const describePeriod = ({ frequencyInDays, months }: PlanNews): string => {
  if (!months) return frequencyInDays === 1 ? 'por dia' : `a cada ${frequencyInDays} dias`;
  if (months === 12) return 'por ano';
  return months === 1 ? 'por mês' : `a cada ${months} meses`;
};

/** Says how often a subscription is charged, and when the next time is. */
const describePlan = (plan: PlanNews | undefined, currency: Currency): [string, string][] => {
  if (!plan) return [];
  const { amount, nextChargeAt } = plan;
  return [
    ['Plano', `${formatCurrency(amount, currency, 'pt-BR')} ${describePeriod(plan)}`],
    ...(nextChargeAt ? [['Próxima cobrança', toDay(nextChargeAt)] as [string, string]] : []),
  ];
};

const PAID_BY = {
  PROVIDER: 'O valor volta pelo mesmo meio em que você pagou.',
  SELLER: 'Este meio de pagamento não permite devolução automática: o próprio vendedor fará o pagamento a você.',
} as const;

export const PORTUGUESE: Texts = {
  'verify-email': ({ name, link }, platform) => ({
    subject: 'Confirme seu e-mail',
    paragraphs: [greet(name), `Falta só um passo para abrir sua conta em ${platform}: confirme que este e-mail é seu.`],
    action: { label: 'Confirmar e-mail', link },
    notes: [
      'O link vale por 24 horas e funciona uma única vez.',
      'Não foi você? Ignore esta mensagem e nenhuma conta será aberta.',
    ],
  }),
  'account-exists': ({ name, link }, platform) => ({
    subject: 'Você já tem uma conta',
    paragraphs: [
      greet(name),
      `Alguém, provavelmente você, tentou abrir uma conta em ${platform} com este e-mail. Ele já tem uma: é só entrar.`,
    ],
    action: { label: 'Entrar', link },
    notes: [
      'Esqueceu a senha? Peça uma nova na página de entrada.',
      'Não foi você? Não precisa fazer nada: sua conta continua como estava.',
    ],
  }),
  'recover-password': ({ name, link }, platform) => ({
    subject: 'Crie uma nova senha',
    paragraphs: [greet(name), `Recebemos um pedido para trocar a senha da sua conta em ${platform}.`],
    action: { label: 'Criar nova senha', link },
    notes: [
      'O link vale por 30 minutos e funciona uma única vez.',
      'Não foi você? Ignore esta mensagem: sua senha continua a mesma.',
    ],
  }),
  invitation: ({ name, link, platformName, role }) => ({
    subject: `Convite para ${platformName}`,
    paragraphs: [
      greet(name),
      `${platformName} convidou você para fazer parte da plataforma como ${ROLES[role]}.`,
      hasToken(link)
        ? 'Escolha sua senha e pode começar.'
        : 'Sua conta já está pronta: entre com a senha que você usa hoje.',
    ],
    action: { label: hasToken(link) ? 'Aceitar convite' : 'Entrar', link },
    notes: [
      ...(hasToken(link) ? ['O convite vale por 7 dias e funciona uma única vez.'] : []),
      'Não esperava por ele? Ignore esta mensagem.',
    ],
  }),
  'subscription-moved': ({ name, seller, title, amount, currency, nextDueAt, link }, platform) => ({
    subject: `Continue sua assinatura de ${title}`,
    paragraphs: [
      greet(name),
      `${seller} mudou a assinatura de "${title}" para ${platform}. Os dados do seu pagamento não vieram junto: para continuar, abra o link, confira e escolha como pagar.`,
      'Nada é cobrado antes da próxima data. Sem a sua confirmação, a assinatura não continua.',
    ],
    details: [
      ['Valor', formatCurrency(amount, currency, 'pt-BR')],
      ['Próxima cobrança', toDay(nextDueAt)],
    ],
    action: { label: 'Continuar a assinatura', link },
    notes: ['Não conhece esta assinatura? Ignore este e-mail: nada será cobrado.'],
  }),
  'contract-offered': ({ sellerName, title, basisPoints, isRegistrationOpen, link }, platform) => ({
    subject: 'Convite para ser coprodutor',
    paragraphs: [
      'Olá!',
      `${sellerName} quer dividir com você as vendas de "${title}" em ${platform}.`,
      isRegistrationOpen
        ? 'Para ver o convite e responder, entre com este e-mail. Se ainda não tem conta, crie uma com este mesmo e-mail.'
        : `Para ver o convite e responder, entre com este e-mail. Se ainda não tem conta, peça uma a ${platform}.`,
    ],
    details: [['Sua parte', SHARE.format(basisPoints / 10_000)]],
    action: { label: 'Ver convite', link },
    notes: [
      'A parte é do que sobra de cada venda depois da taxa da plataforma e da comissão de afiliados.',
      'O convite vale por 30 dias. Não conhece esta pessoa? Ignore esta mensagem: nada acontece sem a sua resposta.',
    ],
  }),
  'magic-link': ({ link }, platform) => ({
    subject: 'Seu link de acesso',
    paragraphs: ['Olá!', `Use o botão abaixo para ver suas compras em ${platform}. Não precisa de senha.`],
    action: { label: 'Ver minhas compras', link },
    notes: [
      'O link vale por 15 minutos e funciona uma única vez.',
      'Não foi você que pediu? Ignore esta mensagem: sem este link ninguém entra.',
    ],
  }),
  'change-email': ({ name, link }, platform) => ({
    subject: 'Confirme seu novo e-mail',
    paragraphs: [greet(name), `Você pediu para usar este e-mail na sua conta em ${platform}. Confirme que ele é seu.`],
    action: { label: 'Confirmar novo e-mail', link },
    notes: ['O link vale por 1 hora e funciona uma única vez.', 'Não foi você? Ignore esta mensagem e nada muda.'],
  }),
  'email-changed': ({ name, newEmail }, platform) => ({
    subject: 'O e-mail da sua conta mudou',
    paragraphs: [
      greet(name),
      `Sua conta em ${platform} agora usa o e-mail ${newEmail}. Este endereço não serve mais para entrar.`,
    ],
    notes: ['Não foi você? Avise a plataforma agora mesmo para recuperar sua conta.'],
  }),
  'erasure-asked': ({ name, link }, platform) => ({
    subject: 'Seus dados serão apagados em 3 dias',
    paragraphs: [
      greet(name),
      `Recebemos o pedido para apagar os dados ligados a este e-mail em ${platform}. Depois disso você não abre mais o que comprou e ninguém consegue desfazer.`,
      'Valores e datas das compras ficam, sem o seu nome, porque a lei fiscal exige.',
    ],
    action: { label: 'Ver ou cancelar o pedido', link },
    notes: ['Não foi você? Entre com este e-mail e cancele o pedido.'],
  }),
  'erasure-done': (_, platform) => ({
    subject: 'Seus dados foram apagados',
    paragraphs: [
      'Olá!',
      `Os dados ligados a este e-mail em ${platform} foram apagados, como pedido. Este é o último e-mail: o endereço é apagado assim que ele sai.`,
      'Valores e datas das compras ficam, sem o seu nome, porque a lei fiscal exige.',
    ],
    notes: [],
  }),
  'erasure-refused': ({ reason }, platform) => ({
    subject: 'Sobre o pedido para apagar seus dados',
    paragraphs: ['Olá!', `${platform} não pode apagar os dados ligados a este e-mail.`],
    details: [['Motivo', reason]],
    notes: ['Você pode responder a este e-mail, e também reclamar à ANPD (gov.br/anpd).'],
  }),
  'password-changed': ({ name, link }, platform) => ({
    subject: 'Sua senha foi trocada',
    paragraphs: [
      greet(name),
      `A senha da sua conta em ${platform} acaba de ser trocada. Se foi você, está tudo certo.`,
      'Se não foi, crie uma nova senha agora:',
    ],
    action: { label: 'Não fui eu', link },
    notes: ['Criar uma nova senha encerra todos os acessos abertos.'],
  }),
  'payout-destination-added': ({ name, label, usableAt, link }, platform) => ({
    subject: 'Nova conta para os seus saques',
    paragraphs: [
      greet(name),
      `Uma chave Pix ou conta bancária acaba de ser adicionada à sua conta em ${platform}. Se foi você, está tudo certo.`,
      'Se não foi, crie uma nova senha agora e depois remova a chave ou conta em Saques:',
    ],
    details: [
      ['Adicionada', label],
      ['Pode receber a partir de', `${WHEN.format(new Date(usableAt))} (horário de Brasília)`],
    ],
    action: { label: 'Não fui eu', link },
    notes: ['Criar uma nova senha encerra todos os acessos abertos.'],
  }),
  'new-device': ({ name, device, ip, time }, platform) => ({
    subject: 'Novo acesso à sua conta',
    paragraphs: [greet(name), `Sua conta em ${platform} foi acessada de um aparelho que ainda não conhecíamos.`],
    details: [
      ['Aparelho', device],
      ['Endereço IP', ip],
      ['Quando', `${WHEN.format(new Date(time))} (horário de Brasília)`],
    ],
    notes: [
      'Foi você? Então está tudo certo.',
      'Não foi? Entre, troque sua senha e encerre os outros acessos em Minha conta.',
    ],
  }),
  'second-factor-changed': ({ name, isOn }, platform) => ({
    subject: isOn ? 'Verificação em duas etapas ativada' : 'Verificação em duas etapas desativada',
    paragraphs: [
      greet(name),
      isOn
        ? `A partir de agora, entrar na sua conta em ${platform} pede também um código do seu aplicativo autenticador.`
        : `Sua conta em ${platform} não pede mais o código do aplicativo autenticador ao entrar.`,
    ],
    notes: ['Não foi você? Troque sua senha e avise a plataforma agora mesmo.'],
  }),
  'access-widened': ({ name, person, by, link }, platform) => ({
    subject: 'Alguém da equipe agora pode fazer mais',
    paragraphs: [
      greet(name),
      `${person} entrou como administrador de ${platform} ou recebeu novas permissões.`,
      'Por sete dias, esta pessoa não pode aprovar mudanças que pedem uma segunda pessoa.',
    ],
    details: by ? [['Concedido por', by]] : [],
    action: { label: 'Ver a equipe', link },
    notes: ['Não esperava por isto? Retire o acesso e fale com a equipe agora mesmo.'],
  }),
  'passkey-changed': ({ name, passkey, isAdded }, platform) => ({
    subject: isAdded ? 'Chave de acesso adicionada à sua conta' : 'Chave de acesso removida da sua conta',
    paragraphs: [
      greet(name),
      isAdded
        ? `A chave de acesso “${passkey}” agora entra na sua conta em ${platform} no lugar do código do aplicativo, e confirma quem você é.`
        : `A chave de acesso “${passkey}” não entra mais na sua conta em ${platform}.`,
    ],
    notes: [
      'Não foi você? Troque sua senha, remova chaves de acesso que não conhece em Minha conta e avise a plataforma agora mesmo.',
    ],
  }),
  'certificate-expiring': ({ name, connection, platformName, expiresAt, link }) => ({
    subject: 'Um certificado de pagamento vai vencer',
    paragraphs: [
      greet(name),
      'Um certificado usado para receber pagamentos está perto do fim. Depois disso, nada pode ser vendido por esta conexão até que outro seja enviado.',
    ],
    details: [
      ['Plataforma', platformName],
      ['Conexão', connection],
      ['Vence em', `${WHEN.format(new Date(expiresAt))} (horário de Brasília)`],
    ],
    action: { label: 'Ver conexão', link },
    notes: ['O provedor emite outro certificado a pedido; alguns levam dias. Os pagamentos continuam durante a troca.'],
  }),
  'refund-link': ({ link }, platform) => ({
    subject: 'Peça seu reembolso',
    paragraphs: [
      'Olá!',
      `Recebemos um pedido para ver o que você comprou em ${platform} e pedir o dinheiro de volta. Abra a página para continuar.`,
    ],
    action: { label: 'Ver minhas compras', link },
    notes: ['O link vale por 1 hora.', 'Não foi você? Ignore esta mensagem: nada muda nas suas compras.'],
  }),
  'refund-requested': ({ protocol, ground, state, decideBy, paidBy, ...order }) => ({
    paragraphs: [
      state === 'GRANTED'
        ? `Ele já foi aceito. ${PAID_BY[paidBy]}`
        : `O vendedor tem até a data abaixo para responder; sem resposta, ele será ${ground === 'LATE' ? 'recusado' : 'aceito'}.`,
    ],
    details: [
      ['Protocolo', protocol],
      ...describeOrder(order),
      ...(decideBy && state === 'WAITING' ? [['Resposta até', toWhen(decideBy)] as [string, string]] : []),
    ],
    notes: ['Guarde o protocolo: ele prova que você pediu e quando.'],
    reason: 'purchase',
  }),
  'refund-decided': ({ protocol, state, paidBy, answer, ...order }) => ({
    paragraphs: [
      state === 'GRANTED'
        ? PAID_BY[paidBy]
        : 'O vendedor não aceitou devolver o valor desta compra, feita há mais tempo do que a lei e a garantia preveem.',
    ],
    details: [
      ['Protocolo', protocol],
      ...describeOrder(order),
      ...(answer ? [['Resposta do vendedor', answer] as [string, string]] : []),
    ],
    notes: ['Algo não está certo? Responda a este e-mail citando o protocolo.'],
    reason: 'purchase',
  }),
  'payment-not-charged': ({ name, ...order }) => ({
    subject: 'Seu pagamento não foi cobrado',
    paragraphs: [
      greet(name),
      'Perdemos o contato enquanto você pagava, e já conferimos: nada foi cobrado. A compra não aconteceu.',
      'Se ainda quiser, abra a página do produto e compre de novo.',
    ],
    details: describeOrder({ name, ...order }),
    notes: ['O valor apareceu na sua fatura ou no seu extrato? Responda a este e-mail: ele volta.'],
    reason: 'purchase',
  }),
  'refund-failed': ({ name, ...order }) => ({
    subject: 'Seu dinheiro ainda não foi devolvido',
    paragraphs: [
      greet(name),
      'A devolução desta compra foi aceita, mas o provedor de pagamento não a fez. O dinheiro não voltou, e a compra continua valendo.',
      'O vendedor foi avisado. Ele pode tentar de novo ou combinar outro caminho com você.',
    ],
    details: describeOrder({ name, ...order }),
    notes: ['Seu direito à devolução continua. Responda a este e-mail se o vendedor não procurar você.'],
    reason: 'purchase',
  }),
  'refund-done': ({ method, ...order }) => ({
    paragraphs: [
      method === 'CREDIT_CARD'
        ? 'O valor abaixo foi devolvido ao seu cartão. Dependendo do banco, ele aparece nesta fatura ou na próxima.'
        : 'O valor abaixo foi devolvido para a conta que pagou.',
    ],
    details: describeOrder(order),
    notes: ['Não é preciso fazer mais nada.'],
    reason: 'purchase',
  }),
  'cart-reminder': ({ wording, coupon, link, endsAt, unsubscribeLink, amount, ...order }, platform) => ({
    ...writeReminder(wording, 'pt-BR', { ...order, amount, coupon, platform }),
    ...(coupon && { code: { label: 'Cupom, já aplicado no link', value: coupon } }),
    details: describeOrder({ ...order, ...(amount !== null && { amount }) }),
    action: { label: 'Continuar minha compra', link },
    notes: [
      `O link vale até ${toWhen(endsAt)}, abre a página com o que você preencheu e é só seu: não repasse este e-mail.`,
      'Já comprou ou desistiu? Então não é preciso fazer mais nada.',
    ],
    reason: 'cart',
    unsubscribeLink,
  }),
  'pix-created': ({ code, expiresAt, link, ...order }) => ({
    paragraphs: [],
    code: { label: 'Pix copia e cola', value: code },
    details: [...describeOrder(order), ['Pagar até', toWhen(expiresAt)]],
    action: { label: 'Ver QR Code e pagar', link },
    notes: ['A confirmação leva segundos e chega por e-mail.', 'Já pagou? Então não é preciso fazer mais nada.'],
    reason: 'purchase',
  }),
  'billet-created': ({ code, billetLink, expiresAt, link, ...order }) => ({
    paragraphs: [],
    ...(code && { code: { label: 'Linha digitável', value: code } }),
    details: [...describeOrder(order), ['Vencimento', toDay(expiresAt)]],
    action: { label: 'Ver boleto e código de barras', link },
    ...(billetLink && { document: { label: 'Abrir boleto em PDF', link: billetLink } }),
    notes: [`Depois de pago, a confirmação leva até ${BILLET_CLEARING_DAYS} dias úteis e chega por e-mail.`],
    reason: 'purchase',
  }),
  'payment-approved': ({ items, method, isLate, link, accessLink, plan, isDeliveredBySeller, ...order }) => ({
    paragraphs: [
      ...(isLate ? ['Ele chegou depois do prazo, mas foi aceito.'] : []),
      ...(isDeliveredBySeller
        ? [
            `Quem entrega é ${order.seller}, direto a você, pelo e-mail desta compra. Se não chegar, responda a este e-mail ou fale com o vendedor na página da compra.`,
          ]
        : []),
    ],
    details: [
      ...items.slice(1).map((item): [string, string] => ['Também', item]),
      ...describeOrder(order),
      ...describePlan(plan, order.currency),
      ['Pago com', METHODS[method]],
    ],
    action: accessLink ? { label: 'Acessar o que comprei', link: accessLink } : { label: 'Ver minha compra', link },
    ...(accessLink && { document: { label: 'Ver compra e comprovante', link } }),
    notes: [
      ...(plan
        ? [`Para trocar o cartão, pausar ou cancelar, entre em ${toMyPurchases(link)} com o e-mail desta compra.`]
        : []),
      ...(accessLink ? ['O acesso é só seu: não repasse este e-mail.'] : []),
      'Guarde este e-mail: a página da compra mostra o comprovante.',
    ],
    reason: 'purchase',
  }),
  'payment-refused': ({ name, method, mayBeCharged, advice, link, ...order }) => ({
    ...(mayBeCharged
      ? {
          subject: 'Seu pagamento não foi aprovado',
          paragraphs: [
            greet(name),
            `O banco não confirmou o pagamento de ${order.title}. Se ele aparecer na fatura do cartão, liberamos esta compra ou devolvemos o valor, sem que você precise pedir.`,
            'Se comprar de novo, o primeiro pagamento volta para você.',
          ],
        }
      : {
          paragraphs: advice
            ? toSentences(declineWords(advice, 'pt-BR'))
            : [
                method === 'CREDIT_CARD'
                  ? 'Confira os dados do cartão, fale com o seu banco ou escolha outro meio de pagamento.'
                  : 'Tente de novo ou escolha outro meio de pagamento.',
              ],
        }),
    details: describeOrder({ name, ...order }),
    action: { label: advice ? 'Escolher como pagar' : 'Tentar de novo', link },
    notes: ['Já comprou de outro jeito? Então não é preciso fazer mais nada.'],
    reason: 'purchase',
  }),
  'payment-expired': ({ method, keptUntil, link, ...order }) => ({
    paragraphs: [
      keptUntil
        ? `Ainda quer comprar? Gere ${method === 'PIX' ? 'um novo código Pix' : 'um novo boleto'} para o mesmo pedido, com o mesmo preço, até ${toWhen(keptUntil)}.`
        : 'Ainda quer comprar? Você pode fazer um novo pedido.',
    ],
    details: describeOrder(order),
    action: {
      label: keptUntil ? (method === 'PIX' ? 'Gerar novo código Pix' : 'Gerar novo boleto') : 'Ver meu pedido',
      link,
    },
    notes: ['Já pagou? Um pagamento que ainda chegue libera a compra ou volta para você.'],
    reason: 'purchase',
  }),
  'payment-expiring': ({ method, code, expiresAt, link, ...order }) => ({
    paragraphs: [],
    ...(code && { code: { label: method === 'PIX' ? 'Pix copia e cola' : 'Linha digitável', value: code } }),
    details: [...describeOrder(order), ['Pagar até', toWhen(expiresAt)]],
    action: { label: 'Ver e pagar', link },
    notes: ['Já pagou? Então não é preciso fazer mais nada.', 'Não enviaremos outro lembrete.'],
    reason: 'purchase',
  }),
  'mandate-notice': ({ name, dueDate, link, ...order }) => ({
    subject: `Seu banco paga ${formatCurrency(order.amount, order.currency, 'pt-BR')} em ${toDay(`${dueDate}T15:00:00Z`)}`,
    paragraphs: [
      greet(name),
      'Você autorizou o Pix Automático para esta assinatura. O seu banco paga a próxima cobrança sozinho: não é preciso fazer nada, só ter o valor na conta.',
    ],
    details: [...describeOrder({ name, ...order }), ['Pagamento em', toDay(`${dueDate}T15:00:00Z`)]],
    action: { label: 'Ver esta cobrança', link },
    notes: ['Você pode encerrar a autorização a qualquer momento no aplicativo do seu banco.'],
    reason: 'purchase',
  }),
  'order-shipped': ({ carrier, trackingCode, isTracked, link, ...order }) => ({
    paragraphs: [],
    details: [...describeOrder(order), ['Transportadora', carrier]],
    ...(trackingCode && { code: { label: 'Código de rastreio', value: trackingCode } }),
    action: { label: isTracked ? 'Acompanhar a entrega' : 'Ver minha compra', link },
    notes: ['A transportadora pode levar um dia para mostrar o primeiro movimento.'],
    reason: 'purchase',
  }),
  'order-delivered': ({ link, ...order }) => ({
    paragraphs: [],
    details: describeOrder(order),
    action: { label: 'Ver minha compra', link },
    notes: ['Não chegou, ou veio com problema? Responda a este e-mail ou peça o reembolso pela página da compra.'],
    reason: 'purchase',
  }),
  'invoice-issued': ({ name, number, pdf, xml, link, ...order }) => ({
    subject: `Nota fiscal: ${order.title}`,
    paragraphs: [greet(name), 'A nota fiscal da sua compra foi emitida.'],
    details: [
      ...describeOrder({ name, ...order }),
      ...(number ? [['Número da nota', number] as [string, string]] : []),
    ],
    action: pdf ? { label: 'Ver a nota fiscal', link: pdf } : { label: 'Ver minha compra', link },
    notes: [...(xml ? [`O arquivo XML da nota: ${xml}`] : []), `A nota também está na página da sua compra: ${link}`],
    reason: 'purchase',
  }),
  'payment-mismatch': ({ name, paidAmount, settlement, isOver, code = '', expiresAt = '', link, ...order }) => {
    const { amount, currency } = order;
    const paid = formatCurrency(paidAmount, currency, 'pt-BR');
    const price = formatCurrency(amount, currency, 'pt-BR');
    const difference = formatCurrency(Math.abs(paidAmount - amount), currency, 'pt-BR');
    const texts = {
      UNDERPAID: isOver
        ? `Você pagou ${paid} de ${price}, e o prazo terminou. Esse valor volta para você pelo mesmo meio.`
        : `Você pagou ${paid} de ${price}: faltam ${difference}. ${code && 'O código Pix abaixo tem exatamente esse valor. '}Sem o resto até o fim do prazo, esse valor volta para você.`,
      OVERPAID: `Você pagou ${paid}, que é ${difference} a mais. A diferença volta para você pelo mesmo meio.`,
      DUPLICATE: `Recebemos seu pagamento mais de uma vez (${paid} no total). Os ${difference} a mais voltam para você pelo mesmo meio.`,
    };
    return {
      subject: code
        ? `Faltam ${difference}`
        : settlement === 'UNDERPAID'
          ? 'Recebemos menos do que o valor'
          : 'Recebemos mais do que o valor',
      paragraphs: [greet(name), texts[settlement]],
      ...(code && { code: { label: 'Pix copia e cola', value: code } }),
      details: [
        ...describeOrder({ name, ...order }),
        ...(code ? [['Pagar até', toWhen(expiresAt)] as [string, string]] : []),
      ],
      action: { label: code ? 'Ver QR Code e pagar' : 'Ver minha compra', link },
      notes: ['Avisaremos por e-mail quando um valor for devolvido.'],
      reason: 'purchase',
    };
  },
  'subscription-news': ({ name, step, at, lastDigits, advice, plan, link, amount, currency, ...order }) => {
    const words = SUBSCRIPTION_STEPS['pt-BR'][step];
    const values = { at: at && toDay(at), amount: formatCurrency(amount, currency, 'pt-BR'), card: lastDigits };
    return {
      subject: `${words.subject}: ${order.title}`,
      paragraphs: [greet(name), fillStep(words, values), ...(advice ? toSentences(declineWords(advice, 'pt-BR')) : [])],
      details: [
        ...describeOrder({ name, amount, currency, ...order }),
        ...describePlan(plan, currency),
        ...(lastDigits ? [['Cartão', `final ${lastDigits}`] as [string, string]] : []),
      ],
      action: { label: words.action, link },
      notes: [],
      reason: 'purchase',
    };
  },
  'buyer-question': ({ buyerName, title, orderCode, paragraphs, replyTo, link }) => ({
    subject: `Mensagem de comprador: ${title}`,
    paragraphs: [
      `${buyerName} escreveu a você:`,
      ...paragraphs,
      `Para responder, responda a este e-mail: a resposta vai para ${replyTo}.`,
    ],
    details: [['Sobre', title], ...(orderCode ? [['Pedido', orderCode] as [string, string]] : [])],
    action: { label: 'Ver mensagens', link },
    notes: [
      'Confira o pedido no painel antes de enviar acesso ou dados: qualquer pessoa pode escrever por este formulário.',
    ],
  }),
  notice: ({ name, type, title, amount, currency, dueAt, reason, link, unsubscribeLink }) => {
    const { title: subject, text, withoutDeadline } = NOTICES['pt-BR'][type];
    const lines: [string, string][] = [
      ['Sobre', title],
      ['Valor', amount === null ? '' : formatCurrency(amount, currency, 'pt-BR')],
      ['Prazo', dueAt && toWhen(dueAt)],
      ['Motivo', reason],
    ];
    return {
      subject: title ? `${subject}: ${title}` : subject,
      paragraphs: [greet(name), dueAt ? text : (withoutDeadline ?? text)],
      details: lines.filter(([, value]) => value !== ''),
      action: { label: 'Abrir no painel', link },
      notes: [],
      reason: 'notice',
      unsubscribeLink,
    };
  },
  announcement: ({ name, title, paragraphs, link, hasLink, unsubscribeLink }) => ({
    subject: title,
    paragraphs: [greet(name), ...paragraphs],
    details: [['Comunicado', title]],
    action: { label: hasLink ? 'Saiba mais' : 'Abrir no painel', link },
    notes: [],
    reason: 'notice',
    unsubscribeLink,
  }),
  'notice-summary': ({ name, lines, link, unsubscribeLink }) => ({
    subject: 'Seu resumo de avisos',
    paragraphs: [greet(name), 'Isto aconteceu desde o último resumo:'],
    details: lines.map(({ type, count, sums }) => [
      NOTICES['pt-BR'][type].title,
      [String(count), ...sums.map(({ amount, currency }) => formatCurrency(amount, currency, 'pt-BR'))].join(' · '),
    ]),
    action: { label: 'Abrir no painel', link },
    notes: [],
    reason: 'notice',
    unsubscribeLink,
  }),
};
