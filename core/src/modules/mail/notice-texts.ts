/** Holds the texts of mails for each type of notification. None tells of the buyer, who is named on the page behind the link. */
import type { Locale } from '@feira/schemas/common';
import type { MailedType } from '@feira/schemas/rules/notification-topics';

export interface NoticeText {
  /** Also the heading of a line in a summary. */
  title: string;
  text: string;
  /** In place of `text` where there is no deadline. */
  withoutDeadline?: string;
}

export const NOTICES: Record<Locale, Record<MailedType, NoticeText>> = {
  'pt-BR': {
    'platform.announcement': { title: 'Comunicado da plataforma', text: 'A plataforma tem um comunicado para você.' },
    'sale.approved': { title: 'Venda aprovada', text: 'Você acaba de vender. O pagamento foi aprovado.' },
    'cart.abandoned': {
      title: 'Alguém abandonou um carrinho',
      text: 'Alguém começou uma compra e não terminou. Veja no painel o que pode ser feito.',
    },
    'subscription.pastDue': {
      title: 'Assinatura em atraso',
      text: 'A cobrança deste período não foi paga. As novas tentativas e os avisos seguem as suas regras.',
    },
    'subscription.ended': {
      title: 'Assinatura encerrada',
      text: 'Esta assinatura não será mais cobrada. O motivo está no painel.',
    },
    'shipment.overdue': {
      title: 'Um pedido passou do prazo de envio',
      text: 'O prazo para enviar este pedido passou. Envie e marque como enviado: quem comprou recebe o rastreio.',
    },
    'sale.refunded': { title: 'Venda reembolsada', text: 'O dinheiro desta venda voltou a quem comprou.' },
    'sale.chargeback': {
      title: 'Valor devolvido pelo banco',
      text: 'O banco devolveu o valor desta venda a quem comprou. Veja no painel o que aconteceu com o seu saldo.',
    },
    'refund.requested': {
      title: 'Comprador pediu reembolso',
      text: 'Quem comprou pediu o dinheiro de volta. Responda até a data abaixo: depois dela, a plataforma decide pela lei e pela sua garantia.',
      withoutDeadline:
        'Quem comprou pediu o dinheiro de volta, e o pedido já foi aceito. Veja no painel quem faz a devolução.',
    },
    'refund.failed': {
      title: 'Reembolso recusado pelo provedor',
      text: 'O dinheiro não voltou a quem comprou. Abra o painel para tentar de novo ou combinar outro jeito.',
    },
    'refund.unanswered': {
      title: 'Pedido de reembolso há dois dias sem resposta',
      text: 'O vendedor ainda não respondeu a um pedido de reembolso. A equipe pode lembrar o vendedor ou decidir no lugar dele até a data abaixo: depois dela, o prazo decide.',
      withoutDeadline:
        'O vendedor ainda não respondeu a um pedido de reembolso. A equipe pode lembrar o vendedor ou decidir no lugar dele.',
    },
    'receiver.unknown': {
      title: 'Recebedor sem resposta do provedor: confirme com ele',
      text: 'A resposta à criação de uma conta se perdeu. Procure a conta no provedor e registre o resultado no painel.',
    },
    'refund.unsettled': {
      title: 'Reembolso sem resposta do provedor: confirme com ele',
      text: 'O provedor não diz o que aconteceu com este reembolso. Confirme com ele e registre no painel.',
    },
    'dispute.opened': {
      title: 'Venda em contestação',
      text: 'Quem comprou contestou esta venda. O que puder ser respondido precisa sair até a data abaixo.',
      withoutDeadline: 'Quem comprou contestou esta venda. Veja no painel o que pode ser respondido.',
    },
    'dispute.expired': {
      title: 'Contestação sem resposta no prazo',
      text: 'O prazo para responder a esta contestação terminou sem resposta.',
    },
    'dispute.closed': {
      title: 'Contestação encerrada',
      text: 'Há uma decisão sobre esta contestação. Veja no painel.',
    },
    'payout.paid': { title: 'Saque pago', text: 'O dinheiro está na conta que você escolheu.' },
    'payout.failed': {
      title: 'Saque devolvido ao saldo',
      text: 'Este saque não foi pago, e o valor está de volta no seu saldo. O painel mostra o motivo.',
    },
    'payout.waiting': { title: 'Saque aguardando aprovação', text: 'Um saque espera pela decisão da equipe.' },
    'payout.unknown': {
      title: 'Saque sem resposta do provedor',
      text: 'O provedor não diz se este saque foi pago. Confirme com ele antes de decidir.',
    },
    'payout.destinationDecided': {
      title: 'Conta bancária conferida',
      text: 'A equipe conferiu a chave ou conta que você cadastrou. O painel mostra o resultado.',
    },
    'anticipation.waiting': {
      title: 'Antecipação aguardando decisão',
      text: 'Um pedido de antecipação espera pela decisão da equipe.',
    },
    'anticipation.paid': { title: 'Antecipação paga', text: 'O valor antecipado está no seu saldo.' },
    'anticipation.refused': { title: 'Antecipação recusada', text: 'Seu pedido de antecipação não foi aceito.' },
    'receiver.decided': {
      title: 'Conta no provedor analisada',
      text: 'O provedor analisou a sua conta. Veja no painel.',
    },
    'receiver.documentsWanted': {
      title: 'Um provedor pede um documento seu',
      text: 'Sem o documento, o provedor não paga você. Envie pelo painel.',
    },
    'verification.asked': {
      title: 'A plataforma pede seus documentos',
      text: 'A equipe precisa confirmar quem você é. O motivo e os documentos estão em Minha conta.',
    },
    'verification.verified': {
      title: 'Sua identidade foi confirmada',
      text: 'A equipe conferiu seus documentos. O que esperava por isso já pode seguir.',
    },
    'verification.refused': {
      title: 'Envie de novo seus documentos',
      text: 'A equipe não pôde aceitar o que você enviou. O motivo de cada documento está em Minha conta.',
    },
    'verification.expired': {
      title: 'Sua verificação de identidade venceu',
      text: 'O prazo dela terminou. Envie documentos atuais em Minha conta.',
    },
    'verification.waiting': {
      title: 'Documentos para conferir',
      text: 'Alguém enviou documentos e espera que a equipe confirme quem é.',
    },
    'connection.wanted': {
      title: 'Uma plataforma pede uma conexão',
      text: 'A equipe da plataforma pede que você conecte um provedor de pagamento.',
    },
    'payout.destinationWaiting': {
      title: 'Conta bancária para confirmar',
      text: 'Uma conta bancária nova espera que a equipe a confirme.',
    },
    'rules.waiting': {
      title: 'Mudança de regras para aprovar',
      text: 'Alguém da equipe propôs mudar regras de dinheiro. A mudança só vale depois que outra pessoa a aprovar.',
    },
    'rules.decided': {
      title: 'Sua mudança de regras foi decidida',
      text: 'Outra pessoa da equipe decidiu a mudança que você propôs. Veja o resultado e o motivo no painel.',
    },
    'rules.lapsed': {
      title: 'Mudança de regras agendada não entrou em vigor',
      text: 'Ninguém a tinha aprovado, e quem a propôs já não pode mudar estas regras. Quem pode, proponha de novo se ela ainda vale.',
    },
    'payout.secondWanted': {
      title: 'Saque espera a segunda aprovação',
      text: 'Uma pessoa da equipe já aprovou este saque. Outra precisa aprovar para que ele saia.',
    },
    'dispute.waiting': {
      title: 'Contestação aberta, com prazo',
      text: 'Uma venda foi contestada. A defesa tem prazo, que a caixa de pendências mostra.',
    },
    'dispute.defended': {
      title: 'Vendedor enviou a defesa',
      text: 'A defesa de uma contestação está pronta para o banco.',
    },
    'product.submitted': { title: 'Produto para avaliar', text: 'Um produto espera pela avaliação da equipe.' },
    'product.approved': { title: 'Produto aprovado', text: 'Seu produto está à venda.' },
    'product.blocked': {
      title: 'Produto bloqueado',
      text: 'A plataforma tirou este produto de venda. A página do produto mostra o motivo.',
    },
    'product.keysFew': { title: 'Poucas chaves de licença restantes', text: 'Acrescente chaves antes que acabem.' },
    'product.keysOut': {
      title: 'Acabaram as chaves: há vendas esperando',
      text: 'Há vendas esperando por uma chave. Acrescente chaves: elas são entregues na hora.',
    },
    'partner.requested': {
      title: 'Pedido de afiliação',
      text: 'Alguém quer vender este produto como afiliado. A decisão é sua.',
    },
    'partner.decided': { title: 'Parceria decidida', text: 'Há uma resposta sobre esta parceria. Veja no painel.' },
    'partner.ended': {
      title: 'Parceria encerrada',
      text: 'Esta parceria terminou. As vendas já feitas continuam como estão.',
    },
    'account.apiKey': {
      title: 'Uma chave de API foi criada',
      text: 'Um programa pode agir por você com esta chave. Se não foi você, revogue a chave e mude sua senha.',
    },
    'webhook.switchedOff': {
      title: 'Webhook desligado',
      text: 'Nada mais é enviado a este endereço. A página do webhook mostra as últimas respostas: corrija e ligue de novo.',
    },
    'integration.switchedOff': {
      title: 'Integração desligada',
      text: 'Nada mais é enviado a esta integração. A página dela mostra as últimas respostas: corrija e ligue de novo.',
    },
    'fiscalInvoice.refused': {
      title: 'Nota fiscal não emitida',
      text: 'A nota de uma venda parou. A página da venda diz por quê: corrija e emita de novo.',
    },
    'fiscalInvoice.notCanceled': {
      title: 'Nota fiscal não cancelada',
      text: 'O valor da venda voltou ao comprador, mas a nota continua emitida. A página da venda diz o que fazer.',
    },
    'payment.parked': {
      title: 'Cobrança sem resposta espera por você',
      text: 'A resposta a esta cobrança se perdeu. Procure no provedor e decida no painel.',
    },
    'payment.review': {
      title: 'Compra retida para análise',
      text: 'Uma regra de fraude reteve o valor no cartão. Aceite ou recuse no painel em até 48 horas: depois disso a compra é recusada e nada é cobrado.',
    },
    'log.review': {
      title: 'O dia de ontem no registro de atividades',
      text: 'Isto aconteceu ontem e merece um olhar de quem cuida dos acessos. Cada linha está no registro.',
    },
    'reconciliation.found': {
      title: 'Diferença na conciliação',
      text: 'O extrato de um provedor não bate com o que temos. Veja os casos no painel.',
    },
    'connection.circuitOpened': {
      title: 'Conexão em descanso depois de falhas',
      text: 'Esta conexão falhou muitas vezes seguidas, e os pagamentos vão por outro caminho enquanto isso.',
    },
    'connection.rolledBack': {
      title: 'Versão nova desfeita sozinha',
      text: 'A versão nova desta conexão falhava mais que a anterior, que voltou a valer.',
    },
  },
  en: {
    'platform.announcement': { title: 'Platform announcement', text: 'The platform has an announcement for you.' },
    'sale.approved': { title: 'Sale approved', text: 'You have just made a sale. The payment was approved.' },
    'cart.abandoned': {
      title: 'Abandoned cart',
      text: 'Somebody began a purchase and did not finish it. The dashboard shows what can be done.',
    },
    'subscription.pastDue': {
      title: 'Subscription past due',
      text: 'The charge for this period was not paid. Retries and reminders follow your rules.',
    },
    'subscription.ended': {
      title: 'Subscription ended',
      text: 'This subscription is no longer charged. Your dashboard shows why.',
    },
    'shipment.overdue': {
      title: 'Order overdue for shipping',
      text: 'The time to ship this order has passed. Ship it and mark it as shipped: the buyer gets the tracking.',
    },
    'sale.refunded': { title: 'Sale refunded', text: 'The money for this sale went back to the buyer.' },
    'sale.chargeback': {
      title: 'Money taken back by the bank',
      text: 'The bank returned the money for this sale to the buyer. The dashboard shows the effect on your balance.',
    },
    'refund.requested': {
      title: 'Refund requested by a buyer',
      text: 'The buyer requested a refund. Respond by the date below: after that, the platform decides by the law and your guarantee.',
      withoutDeadline: 'The buyer requested a refund, and it was granted. The dashboard shows who returns the money.',
    },
    'refund.failed': {
      title: 'Refund declined by the provider',
      text: 'The money did not go back to the buyer. Open the dashboard to retry the refund or to arrange it another way.',
    },
    'refund.unanswered': {
      title: 'Refund request unanswered for two days',
      text: 'A seller has not answered a refund request. The team can remind the seller or decide in their place by the date below: after that, it is decided automatically.',
      withoutDeadline:
        'A seller has not answered a refund request. The team can remind the seller or decide in their place.',
    },
    'receiver.unknown': {
      title: 'Receiver unconfirmed: check with the provider',
      text: 'The answer to the creation of an account was lost. Look for the account at the provider and record the result on the dashboard.',
    },
    'refund.unsettled': {
      title: 'Refund unconfirmed: check with the provider',
      text: 'The provider does not say what became of this refund. Ask there and record it on the dashboard.',
    },
    'dispute.opened': {
      title: 'Sale disputed',
      text: 'The buyer disputed this sale. Submit your defense by the date below.',
      withoutDeadline: 'The buyer disputed this sale. The dashboard shows what you can submit.',
    },
    'dispute.expired': {
      title: 'Dispute deadline missed',
      text: 'The time to respond to this dispute has passed without a response.',
    },
    'dispute.closed': { title: 'Dispute closed', text: 'This dispute was decided. See the dashboard.' },
    'payout.paid': { title: 'Withdrawal paid', text: 'The money is in the account that you chose.' },
    'payout.failed': {
      title: 'Withdrawal returned to the balance',
      text: 'This withdrawal was not paid, and its amount is back in your balance. The dashboard shows why.',
    },
    'payout.waiting': { title: 'Withdrawal awaiting approval', text: 'A withdrawal is awaiting the team’s approval.' },
    'payout.unknown': {
      title: 'Withdrawal unconfirmed by the provider',
      text: 'The provider does not say whether this withdrawal was paid. Ask there before you decide.',
    },
    'payout.destinationDecided': {
      title: 'Bank account reviewed',
      text: 'The team reviewed the key or account that you added. The dashboard shows the result.',
    },
    'anticipation.waiting': {
      title: 'Advance awaiting review',
      text: 'A request for an advance is awaiting the team’s review.',
    },
    'anticipation.paid': { title: 'Advance paid', text: 'The advanced amount is in your balance.' },
    'anticipation.refused': {
      title: 'Advance rejected',
      text: 'Your request for an advance was rejected.',
    },
    'receiver.decided': {
      title: 'Provider account reviewed',
      text: 'The provider reviewed your account. See the dashboard.',
    },
    'receiver.documentsWanted': {
      title: 'A provider needs a document from you',
      text: 'Without the document the provider does not pay you. Send it from the dashboard.',
    },
    'verification.asked': {
      title: 'The platform asks for your documents',
      text: 'The team has to confirm who you are. The reason and the documents are under My account.',
    },
    'verification.verified': {
      title: 'Your identity was confirmed',
      text: 'The team checked your documents. What was waiting for it can go on.',
    },
    'verification.refused': {
      title: 'Send your documents again',
      text: 'The team could not accept what you sent. My account shows the reason for each document.',
    },
    'verification.expired': {
      title: 'Your identity verification has expired',
      text: 'Its time is over. Send current documents under My account.',
    },
    'verification.waiting': {
      title: 'Documents to check',
      text: 'Someone sent documents and waits for the team to confirm who they are.',
    },
    'connection.wanted': {
      title: 'A platform needs a connection',
      text: 'The team of a platform asks you to connect a payment provider.',
    },
    'payout.destinationWaiting': {
      title: 'Bank account to confirm',
      text: 'A new bank account is awaiting the team’s confirmation.',
    },
    'rules.waiting': {
      title: 'Change of money rules to approve',
      text: 'A team member proposed a change of money rules. It takes effect once another person approves it.',
    },
    'rules.decided': {
      title: 'Your change of money rules was decided',
      text: 'Another team member decided the change that you proposed. The dashboard shows the result and the reason.',
    },
    'rules.lapsed': {
      title: 'Scheduled change of money rules not applied',
      text: 'Nobody had approved it, and its proposer may no longer change these rules. Whoever may can propose it again.',
    },
    'payout.secondWanted': {
      title: 'Withdrawal needs a second approval',
      text: 'One team member approved this withdrawal. Another one has to approve it before it is sent.',
    },
    'dispute.waiting': {
      title: 'New dispute with a deadline',
      text: 'A sale is disputed. The inbox shows the deadline for its defense.',
    },
    'dispute.defended': {
      title: 'Seller submitted a defense',
      text: 'The defense of a dispute is ready for the bank.',
    },
    'product.submitted': { title: 'Product awaiting review', text: 'A product is awaiting the team’s review.' },
    'product.approved': { title: 'Product approved', text: 'Your product is on sale.' },
    'product.blocked': {
      title: 'Product blocked',
      text: 'The platform took this product off sale. The page of the product shows why.',
    },
    'product.keysFew': { title: 'Running low on license keys', text: 'Add keys before they run out.' },
    'product.keysOut': {
      title: 'Out of license keys: sales are waiting',
      text: 'Sales are waiting for a key. Add keys: they are delivered at once.',
    },
    'partner.requested': {
      title: 'New affiliate request',
      text: 'Somebody wants to sell this product as an affiliate. You decide.',
    },
    'partner.decided': {
      title: 'Partnership reviewed',
      text: 'There is an answer about this partnership. See the dashboard.',
    },
    'partner.ended': {
      title: 'Partnership ended',
      text: 'This partnership has ended. Sales that were made stay as they are.',
    },
    'account.apiKey': {
      title: 'An API key was created',
      text: 'A program can act for you with this key. If this was not you, revoke the key and change your password.',
    },
    'webhook.switchedOff': {
      title: 'Webhook turned off',
      text: 'Nothing more is sent to this address. The page of the webhook shows the last answers: fix it and turn it on again.',
    },
    'integration.switchedOff': {
      title: 'Integration turned off',
      text: 'Nothing more is sent to this integration. Its page shows the last answers: fix it and turn it on again.',
    },
    'fiscalInvoice.refused': {
      title: 'Invoice not issued',
      text: "A sale's invoice is stuck. The page of the sale says why: fix it and issue it again.",
    },
    'fiscalInvoice.notCanceled': {
      title: 'Invoice not canceled',
      text: 'The money of a sale went back to the buyer, but its invoice is still issued. The page of the sale says what to do.',
    },
    'payment.parked': {
      title: 'A charge needs your review',
      text: 'The answer to this charge was lost. Look for it at the provider and decide on the dashboard.',
    },
    'payment.review': {
      title: 'A purchase is held for review',
      text: 'A fraud rule held the amount on the card. Accept or refuse it on the dashboard within 48 hours: after that the purchase is refused and nothing is charged.',
    },
    'log.review': {
      title: 'Yesterday in the activity log',
      text: 'This happened yesterday and deserves a look from whoever looks after access. Each line is in the log.',
    },
    'reconciliation.found': {
      title: 'Difference found by reconciliation',
      text: 'The statement of a provider differs from what we have. See the cases on the dashboard.',
    },
    'connection.circuitOpened': {
      title: 'Connection paused after failures',
      text: 'This connection failed many times in a row, and payments take another way meanwhile.',
    },
    'connection.rolledBack': {
      title: 'New version rolled back automatically',
      text: 'The new version of this connection failed more than the one before, which is in force again.',
    },
  },
};
