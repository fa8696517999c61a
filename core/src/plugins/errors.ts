/** Holds the catalogue of all errors that people and programs get. The pt-BR texts of the specification are quoted word for word. */

import { API_PREFIX } from '@feira/schemas/api';
import type { Locale } from '@feira/schemas/common';
import type { ErrorBody, Problem } from '@feira/schemas/procedure';
import { PHONE_PATTERN } from '@feira/schemas/rules/phone';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

interface CatalogueEntry {
  status: number;
  'pt-BR': string;
  en: string;
}

export const ERRORS = {
  VALIDATION_FAILED: { status: 400, 'pt-BR': 'Confira os campos indicados.', en: 'Check the fields named below.' },
  BODY_MALFORMED: {
    status: 400,
    'pt-BR': 'O corpo da requisição não é um JSON válido.',
    en: 'The request body is not valid JSON.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    'pt-BR': 'O corpo da requisição é grande demais.',
    en: 'The request body is too large.',
  },
  HOST_AMBIGUOUS: {
    status: 400,
    'pt-BR': 'A requisição tem mais de um cabeçalho Host: envie um.',
    en: 'The request has more than one Host header: send one.',
  },
  MEDIA_TYPE_UNSUPPORTED: { status: 415, 'pt-BR': 'Envie application/json.', en: 'Send application/json.' },
  NOT_FOUND: { status: 404, 'pt-BR': 'Não encontrado.', en: 'Not found.' },
  PLATFORM_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Nenhuma plataforma responde neste endereço.',
    en: 'No platform answers at this address.',
  },
  LOGIN_REQUIRED: { status: 401, 'pt-BR': 'Entre na sua conta para continuar.', en: 'Sign in to continue.' },
  SIGN_IN_REFUSED: { status: 401, 'pt-BR': 'E-mail ou senha incorretos.', en: 'Incorrect email or password.' },
  CROSS_SITE_REQUEST: {
    status: 403,
    'pt-BR': 'Este pedido não veio de uma página desta plataforma. Abra a página de novo e repita.',
    en: "This request did not come from one of this platform's pages. Open the page again and repeat it.",
  },
  ACCESS_DENIED: { status: 403, 'pt-BR': 'Você não tem permissão para isso.', en: 'You are not allowed to do this.' },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    'pt-BR': 'Confirme sua senha para continuar.',
    en: 'Confirm your password to continue.',
  },
  IMPERSONATION_FORBIDDEN: {
    status: 403,
    'pt-BR': 'Isto não pode ser feito em nome de outra pessoa.',
    en: 'This cannot be done on behalf of somebody else.',
  },
  API_KEY_INVALID: {
    status: 401,
    'pt-BR': 'Esta chave de API não existe, expirou ou foi revogada. Envie Authorization: Bearer feira_live_….',
    en: 'This API key does not exist, has expired or was revoked. Send Authorization: Bearer feira_live_….',
  },
  API_KEY_ADDRESS: {
    status: 403,
    'pt-BR': 'Esta chave de API não vale para este endereço de rede.',
    en: 'This API key does not work from this network address.',
  },
  API_KEY_MODE: {
    status: 403,
    'pt-BR': 'Esta é uma chave de teste, e a plataforma já cobra dinheiro de verdade: crie uma chave de produção.',
    en: 'This is a test key, and the platform charges real money by now: create a live key.',
  },
  API_SCOPE_MISSING: {
    status: 403,
    'pt-BR': 'A chave de API não tem o escopo desta chamada.',
    en: 'The API key lacks the scope of this call.',
  },
  API_SCOPE_UNAVAILABLE: {
    status: 400,
    'pt-BR': 'Chaves deste tipo não têm este escopo.',
    en: 'Keys of this kind do not have this scope.',
  },
  API_VERSION_UNKNOWN: {
    status: 400,
    'pt-BR': 'Esta versão da API não existe. Veja as versões na documentação.',
    en: 'This version of the API does not exist. See the versions in the documentation.',
  },
  API_KEY_NETWORK: {
    status: 400,
    'pt-BR': 'Escreva uma rede como 203.0.113.0/24 ou um endereço como 203.0.113.7.',
    en: 'Write a network such as 203.0.113.0/24 or an address such as 203.0.113.7.',
  },
  API_KEY_NOT_FOUND: { status: 404, 'pt-BR': 'Chave de API não encontrada.', en: 'API key not found.' },
  API_KEY_LIMIT: {
    status: 409,
    'pt-BR': 'Você já tem 50 chaves de API que funcionam: revogue uma.',
    en: 'You have 50 API keys that work already: revoke one.',
  },
  TOKEN_INVALID: {
    status: 410,
    'pt-BR': 'Este link expirou ou já foi usado. Peça um novo.',
    en: 'This link has expired or was already used. Ask for a new one.',
  },
  PASSWORD_WEAK: {
    status: 422,
    'pt-BR': 'Esta senha é fácil de adivinhar. Use ao menos 10 caracteres, longe do seu nome e de senhas comuns.',
    en: 'This password is easy to guess. Use at least 10 characters, away from your name and from common passwords.',
  },
  CODE_REFUSED: {
    status: 422,
    'pt-BR': 'Código incorreto ou já usado. Confira o relógio do aparelho e digite o próximo código.',
    en: 'Wrong code, or one already used. Check the clock of your device and type the next code.',
  },
  PASSKEY_REFUSED: {
    status: 422,
    'pt-BR': 'A chave de acesso não foi aceita. Tente de novo ou use o código do aplicativo.',
    en: 'The passkey was not accepted. Try again, or use the code from your app.',
  },
  PASSKEY_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta conta não tem essa chave de acesso neste endereço.',
    en: 'This account does not have this passkey at this address.',
  },
  PASSKEY_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo dez chaves de acesso. Remova uma antes de adicionar outra.',
    en: 'An account has ten passkeys at most. Remove one before adding another.',
  },
  PASSKEY_WITHOUT_FACTOR: {
    status: 409,
    'pt-BR':
      'Ative antes a verificação em duas etapas com um aplicativo: é com ela que você entra se perder a chave de acesso.',
    en: 'Turn on two-step verification with an app first: it is how you sign in if you lose the passkey.',
  },
  SECOND_FACTOR_MANDATORY: {
    status: 422,
    'pt-BR': 'Seu papel nesta plataforma exige a verificação em duas etapas.',
    en: 'Your role on this platform requires two-step verification.',
  },
  SESSION_NOT_FOUND: { status: 404, 'pt-BR': 'Esta sessão já terminou.', en: 'This session has already ended.' },
  PERSON_NOT_FOUND: { status: 404, 'pt-BR': 'Esta pessoa não existe.', en: 'This person does not exist.' },
  STOP_REPEATED: { status: 409, 'pt-BR': 'Isto já está parado.', en: 'This is already stopped.' },
  STOP_NOT_FOUND: { status: 404, 'pt-BR': 'Esta parada já terminou.', en: 'This stop has already been lifted.' },
  PROVIDER_UNUSED: {
    status: 422,
    'pt-BR': 'Nenhuma conexão ativa usa este provedor nesta versão.',
    en: 'No enabled connection uses this provider in this version.',
  },
  NOTE_NOT_FOUND: { status: 404, 'pt-BR': 'Esta nota não existe mais.', en: 'This note no longer exists.' },
  NOTE_FIXED: {
    status: 409,
    'pt-BR': 'Só quem escreveu a nota pode excluí-la, e só nos primeiros dez minutos.',
    en: 'Only its author can delete a note, and only within the first ten minutes.',
  },
  PERSON_IS_STAFF: {
    status: 422,
    'pt-BR': 'Esta pessoa também trabalha na plataforma. Retire antes o papel de gerente, administrador ou master.',
    en: 'This person also works for the platform. Take away the role of manager, administrator or master first.',
  },
  PERSON_DISABLED: {
    status: 422,
    'pt-BR': 'Esta pessoa está desativada. Ative-a antes de convidá-la.',
    en: 'This person is disabled. Enable them before inviting them.',
  },
  OWN_ACCESS_FIXED: {
    status: 422,
    'pt-BR': 'Ninguém altera o próprio acesso. Peça a outra pessoa da equipe.',
    en: 'Nobody changes their own access. Ask somebody else on the team.',
  },
  PERMISSION_NOT_HELD: {
    status: 403,
    'pt-BR': 'Você só pode conceder ou retirar permissões que também tem.',
    en: 'You can only grant or take away permissions that you hold yourself.',
  },
  MANAGER_INVALID: {
    status: 422,
    'pt-BR': 'Escolha um gerente ativo desta plataforma.',
    en: 'Choose an active manager of this platform.',
  },
  DOMAIN_INVALID: {
    status: 422,
    'pt-BR': 'Digite um domínio como pagamento.sualoja.com.br, sem https:// e sem barras.',
    en: 'Type a domain such as pay.yourshop.com, without https:// and without slashes.',
  },
  DOMAIN_TAKEN: {
    status: 409,
    'pt-BR': 'Este domínio já está em uso.',
    en: 'This domain is already in use.',
  },
  DOMAIN_UNPROVEN: {
    status: 422,
    'pt-BR': 'O registro TXT ainda não foi encontrado. A propagação do DNS pode levar algumas horas.',
    en: 'The TXT record was not found yet. DNS can take some hours to spread.',
  },
  DOMAIN_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este domínio não é desta plataforma.',
    en: 'This domain does not belong to this platform.',
  },
  DOMAIN_LIMIT: {
    status: 422,
    'pt-BR': 'Há domínios demais aguardando comprovação. Remova um deles antes de adicionar outro.',
    en: 'Too many domains wait for their record. Remove one of them before adding another.',
  },
  DOMAIN_LAST: {
    status: 422,
    'pt-BR': 'Uma plataforma precisa de um domínio. Adicione outro antes de remover este.',
    en: 'A platform needs a domain. Add another before removing this one.',
  },
  HOLD_IS_SET: {
    status: 409,
    'pt-BR': 'HOLD_OUTGOING=on reteria tudo de novo: remova a variável de todos os nós, reinicie-os e libere então.',
    en: 'HOLD_OUTGOING=on would hold everything anew: remove it from every node, restart them, and release then.',
  },
  PLATFORM_SELF: {
    status: 422,
    'pt-BR': 'Uma plataforma não pode desativar a si mesma.',
    en: 'A platform cannot disable itself.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    'pt-BR': 'Muitas tentativas. Aguarde um momento e tente de novo.',
    en: 'Too many attempts. Wait a moment and try again.',
  },
  PERIOD_INVALID: {
    status: 422,
    'pt-BR': 'Escolha um período de no máximo 366 dias que não termine antes de começar.',
    en: 'Choose a period of at most 366 days that does not end before it begins.',
  },
  LIST_TOO_LONG: {
    status: 422,
    'pt-BR':
      'A lista tem mais de 5.000 registros, longa demais para esta ordem. Filtre por período, situação ou nome e tente de novo.',
    en: 'The list has more than 5,000 entries, too many to sort this way. Filter by period, status or name and try again.',
  },
  OFFER_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta oferta não existe ou não está mais disponível.',
    en: 'This offer does not exist or is no longer available.',
  },
  OFFER_NOT_STARTED: {
    status: 409,
    'pt-BR': 'A venda desta oferta ainda não começou. Volte mais tarde.',
    en: 'The sale of this offer has not started yet. Come back later.',
  },
  OFFER_ENDED: {
    status: 410,
    'pt-BR': 'A venda desta oferta terminou.',
    en: 'The sale of this offer has ended.',
  },
  OFFER_SOLD_OUT: {
    status: 409,
    'pt-BR': 'Esta oferta ou um item adicional esgotou. Nada foi cobrado.',
    en: 'This offer or an extra item is sold out. Nothing was charged.',
  },
  PAYMENT_LINK_OFF: {
    status: 410,
    'pt-BR': 'Este link de pagamento não está ativo. Nada foi cobrado.',
    en: 'This payment link is not active. Nothing was charged.',
  },
  PAYMENT_LINK_EXPIRED: {
    status: 410,
    'pt-BR': 'O prazo deste link de pagamento terminou. Nada foi cobrado.',
    en: 'This payment link has expired. Nothing was charged.',
  },
  PAYMENT_LINK_USED: {
    status: 409,
    'pt-BR': 'Este link vale para um só pagamento, que já foi feito ou está em andamento. Nada mais foi cobrado.',
    en: 'This link is for a single payment, which has been made or is under way. Nothing more was charged.',
  },
  PAYMENT_LINK_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este link de pagamento não existe.',
    en: 'This payment link does not exist.',
  },
  PAYMENT_LINK_CLOSED: {
    status: 409,
    'pt-BR': 'Este link de pagamento foi encerrado e não muda mais. Crie outro.',
    en: 'This payment link is closed and cannot be changed. Create another one.',
  },
  PAYMENT_LINK_INVALID: {
    status: 422,
    'pt-BR': 'O link de pagamento não pode ser assim. Confira os campos indicados.',
    en: 'The payment link cannot be like this. Check the fields named below.',
  },
  AMOUNT_OUT_OF_RANGE: {
    status: 422,
    'pt-BR': 'Digite um valor dentro dos limites deste link.',
    en: 'Enter an amount within the limits of this link.',
  },
  EMBED_ORIGIN_INVALID: {
    status: 422,
    'pt-BR':
      'Use a origem do site, como https://loja.com.br, sem caminho e sem asterisco. Para testar, vale http://localhost.',
    en: 'Use the origin of the site, such as https://shop.com, without a path and without an asterisk. For trying, http://localhost works.',
  },
  PRICE_NOT_KEPT: {
    status: 409,
    'pt-BR': 'O preço deste pedido não vale mais. Nada foi cobrado. Faça um novo pedido.',
    en: 'The price of this order is no longer kept. Nothing was charged. Make a new order.',
  },
  ORDER_BUMP_NOT_FOUND: {
    status: 422,
    'pt-BR': 'Um item adicional não faz parte desta oferta.',
    en: 'An extra item does not belong to this offer.',
  },
  COUPON_UNKNOWN: {
    status: 422,
    'pt-BR': 'Este cupom não existe. Confira o código.',
    en: 'This coupon does not exist. Check the code.',
  },
  COUPON_EXPIRED: {
    status: 422,
    'pt-BR': 'Este cupom não está valendo agora.',
    en: 'This coupon is not valid now.',
  },
  COUPON_USED_UP: {
    status: 422,
    'pt-BR': 'Este cupom já foi usado o número máximo de vezes.',
    en: 'This coupon has been used as often as it may be.',
  },
  COUPON_USED_BY_BUYER: {
    status: 422,
    'pt-BR': 'Você já usou este cupom o número máximo de vezes.',
    en: 'You have used this coupon as often as you may.',
  },
  COUPON_NOT_FOR_OFFER: {
    status: 422,
    'pt-BR': 'Este cupom não vale para esta oferta.',
    en: 'This coupon is not for this offer.',
  },
  PRIVACY_REQUEST_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este pedido para apagar dados não existe.',
    en: 'This request to erase data does not exist.',
  },
  PRIVACY_REQUEST_CLOSED: {
    status: 409,
    'pt-BR': 'Este pedido já foi encerrado.',
    en: 'This request is already closed.',
  },
  PRIVACY_APPROVAL_UNNEEDED: {
    status: 409,
    'pt-BR': 'Este pedido não espera aprovação: ele segue sozinho assim que nada mais o impedir.',
    en: 'This request needs no approval: it proceeds on its own once nothing stands in its way.',
  },
  VERIFICATION_REQUIRED: {
    status: 403,
    'pt-BR':
      'A plataforma precisa confirmar quem você é antes disso. Envie os documentos em Minha conta, na parte Verificação de identidade.',
    en: 'The platform has to confirm who you are first. Send your documents under My account, in the part Identity verification.',
  },
  VERIFICATION_IN_REVIEW: {
    status: 403,
    'pt-BR': 'Seus documentos estão em análise. Você recebe um aviso assim que ela terminar.',
    en: 'Your documents are in review. You get a notice as soon as it ends.',
  },
  VERIFICATION_INCOMPLETE: {
    status: 422,
    'pt-BR': 'Ainda faltam documentos.',
    en: 'Some documents are still missing.',
  },
  VERIFICATION_CLOSED: {
    status: 409,
    'pt-BR': 'Os documentos já estão em análise ou foram aceitos.',
    en: 'The documents are in review already, or were accepted.',
  },
  VERIFICATION_LIMIT: {
    status: 422,
    'pt-BR': 'Você enviou arquivos demais. Fale com a plataforma.',
    en: 'You have sent too many files. Write to the platform.',
  },
  VERIFICATION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta verificação ou este documento não existe mais.',
    en: 'This verification or document does not exist any more.',
  },
  VERIFICATION_NOT_WAITING: {
    status: 409,
    'pt-BR': 'Esta verificação já foi decidida ou mudou. Abra-a de novo.',
    en: 'This verification was decided already, or has changed. Open it again.',
  },
  VERIFICATION_REASON_MISSING: {
    status: 422,
    'pt-BR': 'Diga o motivo: marque o documento que não serve ou escreva para a pessoa.',
    en: 'Say why: mark the document that will not do, or write to the person.',
  },
  VERIFIER_SAME: {
    status: 422,
    'pt-BR': 'Esta decisão cabe a outra pessoa da equipe.',
    en: 'This decision is for another member of the team.',
  },
  PURCHASE_REFUSED: {
    status: 422,
    'pt-BR': 'Não foi possível concluir esta compra. Fale com o vendedor.',
    en: 'This purchase could not be completed. Contact the seller.',
  },
  RISK_VALUE_INVALID: {
    status: 422,
    'pt-BR':
      'Digite um valor do tipo escolhido: um e-mail, um domínio, um CPF ou CNPJ, os 8 primeiros dígitos do cartão ou um endereço IP.',
    en: 'Enter a value of the chosen kind: an email, a domain, a CPF or CNPJ, the first 8 digits of a card or an IP address.',
  },
  REVIEW_ENDED: {
    status: 409,
    'pt-BR': 'Esta análise já terminou: o pagamento foi decidido, ou o prazo acabou.',
    en: 'This review has ended: the payment was decided, or its time is over.',
  },
  RISK_ENTRY_NOT_FOUND: { status: 404, 'pt-BR': 'Esta entrada não existe.', en: 'This entry does not exist.' },
  QUESTION_NOT_FOUND: { status: 404, 'pt-BR': 'Esta mensagem não existe.', en: 'This message does not exist.' },
  QUESTIONS_TOO_MANY: {
    status: 429,
    'pt-BR': 'Já recebemos várias mensagens. Aguarde uma hora para enviar outra.',
    en: 'We have received several messages already. Wait an hour before you send another one.',
  },
  FUNNEL_NOT_FOUND: { status: 404, 'pt-BR': 'Este funil não existe.', en: 'This funnel does not exist.' },
  FUNNEL_TREE_INVALID: {
    status: 422,
    'pt-BR': 'Cada passo do funil precisa seguir exatamente uma resposta, a partir do primeiro.',
    en: 'Each step of the funnel must follow exactly one answer, beginning at the first step.',
  },
  FUNNEL_OFFER_UNSUITABLE: {
    status: 422,
    'pt-BR': 'Os passos aceitam ofertas de pagamento único na moeda da oferta de entrada.',
    en: 'Steps take offers that are paid once, in the currency of the entry offer.',
  },
  FUNNEL_ENTRY_TAKEN: {
    status: 409,
    'pt-BR': 'Esta oferta já tem um funil ativo. Desative-o ou escolha outra oferta de entrada.',
    en: 'This offer has an active funnel already. Turn it off or choose another entry offer.',
  },
  SUBSCRIPTION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta assinatura não existe.',
    en: 'This subscription does not exist.',
  },
  SUBSCRIPTION_ENDED: {
    status: 409,
    'pt-BR': 'Esta assinatura já terminou.',
    en: 'This subscription has already ended.',
  },
  SUBSCRIPTION_NOT_DUE: {
    status: 409,
    'pt-BR': 'Não há nada para pagar nesta assinatura agora.',
    en: 'There is nothing to pay for this subscription now.',
  },
  PLAN_CHANGE_UNAVAILABLE: {
    status: 409,
    'pt-BR': 'O plano não pode mudar agora.',
    en: 'The plan cannot change now.',
  },
  PRICE_CHANGE_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Nenhuma cobrança vem depois do aviso de 10 dias: o preço não muda mais.',
    en: 'No charge follows after the notice of 10 days, so the price cannot change any more.',
  },
  COUPON_NOT_FOUND: { status: 404, 'pt-BR': 'Este cupom não existe.', en: 'This coupon does not exist.' },
  COUPON_CODE_TAKEN: {
    status: 409,
    'pt-BR': 'Você já tem um cupom com este código.',
    en: 'You have a coupon with this code already.',
  },
  COUPON_PERIOD_INVALID: {
    status: 422,
    'pt-BR': 'O cupom precisa terminar depois de começar.',
    en: 'The coupon must end after it begins.',
  },
  METHOD_NOT_ENABLED: {
    status: 422,
    'pt-BR': 'Esta forma de pagamento não está disponível para esta oferta.',
    en: 'This payment method is not available for this offer.',
  },
  PRICE_CHANGED: {
    status: 409,
    'pt-BR': 'O preço mudou desde que a página foi aberta. Recarregue e confira o total.',
    en: 'The price has changed since the page was opened. Reload and check the total.',
  },
  TRIAL_USED: {
    status: 409,
    'pt-BR': 'Você já teve uma assinatura ou um teste deste produto. O teste grátis vale uma vez.',
    en: 'You have had a subscription to or a trial of this product. The free trial is available once.',
  },
  ALREADY_PURCHASED: {
    status: 409,
    'pt-BR': 'Você comprou isto há menos de 24 horas. Nada foi cobrado agora.',
    en: 'You bought this less than 24 hours ago. Nothing has been charged now.',
  },
  DOCUMENT_INVALID: {
    status: 422,
    'pt-BR': 'Seu CPF está inválido, insira um CPF válido para continuar a compra',
    en: 'Your CPF or CNPJ is invalid, enter a valid one to continue',
  },
  DOCUMENT_MISSING: {
    status: 422,
    'pt-BR': 'CPF inválido. Informe seu CPF ou CNPJ',
    en: 'Invalid CPF. Enter your CPF or CNPJ',
  },
  PHONE_MISSING: {
    status: 422,
    'pt-BR': 'Telefone inválido. Informe seu celular com DDD',
    en: 'Invalid phone. Enter your mobile number with area code',
  },
  ADDRESS_MISSING: {
    status: 422,
    'pt-BR': 'Por favor, preencha todos os campos obrigatórios de endereço.',
    en: 'Please fill in all required address fields.',
  },
  DELIVERY_OPTION_NOT_FOUND: {
    status: 422,
    'pt-BR': 'Esta opção de entrega não faz parte da oferta.',
    en: 'This delivery option does not belong to the offer.',
  },
  CARD_FORM_MISSING: {
    status: 422,
    'pt-BR': 'O formulário do cartão não carregou. Tente de novo ou escolha outra forma de pagamento.',
    en: 'The card form did not load. Try again or choose another way to pay.',
  },
  CARD_TOKEN_MISSING: {
    status: 422,
    'pt-BR': 'Card token is required for credit card payments.',
    en: 'Card token is required for credit card payments.',
  },
  CARD_TOKEN_INVALID: {
    status: 422,
    'pt-BR': 'Os dados do cartão expiraram. Digite o cartão de novo.',
    en: 'The card details have expired. Type the card again.',
  },
  CARD_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Não foi possível pagar com cartão agora. Use outra forma de pagamento ou tente mais tarde.',
    en: 'This can’t be paid by card right now. Use another payment method, or try again later.',
  },
  CHALLENGE_REQUIRED: {
    status: 403,
    'pt-BR':
      'Não foi possível confirmar este pagamento com cartão. Recarregue a página e tente de novo, ou use outra forma de pagamento.',
    en: 'We couldn’t verify this card payment. Reload the page and try again, or use another payment method.',
  },
  CARD_NOT_SAVED: { status: 422, 'pt-BR': 'Erro salvando cartão', en: 'The card could not be saved' },
  INSTALLMENTS_NOT_OFFERED: {
    status: 422,
    'pt-BR': 'Este número de parcelas não está disponível.',
    en: 'This number of installments is not available.',
  },
  TWO_CARDS_NOT_OFFERED: {
    status: 422,
    'pt-BR': 'Não é possível pagar esta compra com dois cartões. Use um cartão ou outra forma de pagamento.',
    en: 'This purchase can’t be paid with two cards. Use one card or another payment method.',
  },
  SECOND_CARD_AMOUNT: {
    status: 422,
    'pt-BR': 'Cada cartão paga no mínimo 1,00, e cada parcela de um cartão, o mínimo das parcelas.',
    en: 'Each card must pay at least 1.00, and each installment at least the minimum installment.',
  },
  GATEWAY_NOT_CONFIGURED: {
    status: 422,
    'pt-BR': 'Gateway de pagamento não configurado.',
    en: 'Payment gateway is not configured.',
  },
  OPERATION_UNSUPPORTED: {
    status: 422,
    'pt-BR': 'Método de pagamento não suportado',
    en: 'Payment method not supported',
  },
  METHOD_LIMIT_REACHED: {
    status: 422,
    'pt-BR': 'Esta forma de pagamento chegou ao limite de hoje. Escolha outra ou tente de novo amanhã.',
    en: 'This payment method has reached its limit for today. Choose another one, or try again tomorrow.',
  },
  AMOUNT_TOO_SMALL: {
    status: 422,
    'pt-BR': 'O valor é menor do que esta forma de pagamento aceita. Escolha outra.',
    en: 'The amount is smaller than this payment method takes. Choose another one.',
  },
  METHOD_PAUSED: {
    status: 503,
    'pt-BR': 'Esta forma de pagamento está em pausa por instantes. Tente de novo em breve ou escolha outra.',
    en: 'This payment method is paused for a moment. Try again soon or choose another one.',
  },
  PAYMENT_REFUSED: { status: 402, 'pt-BR': 'Pagamento recusado, tente novamente.', en: 'Payment refused, try again.' },
  PACKAGE_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta versão deste provedor não está instalada.',
    en: 'This version of this provider is not installed.',
  },
  PACKAGE_REFUSED: {
    status: 422,
    'pt-BR': 'Este pacote não pode ser instalado. Veja o que foi recusado na análise dele.',
    en: 'This package cannot be installed. Inspect it to see what was refused.',
  },
  PACKAGE_NOT_PUBLISHED: {
    status: 422,
    'pt-BR': 'O registro não tem este pacote nesta versão.',
    en: 'The registry does not have this package in this version.',
  },
  PACKAGE_IN_USE: {
    status: 409,
    'pt-BR': 'Uma conexão ou um pagamento em aberto ainda usa esta versão.',
    en: 'A connection or an open payment still uses this version.',
  },
  PACKAGE_NOT_READY: {
    status: 409,
    'pt-BR': 'Nem todos os servidores carregaram esta versão. Aguarde um momento e tente de novo.',
    en: 'Not every server has loaded this version. Wait a moment and try again.',
  },
  REGISTRY_UNAVAILABLE: {
    status: 503,
    'pt-BR': 'O registro de pacotes não respondeu. Tente de novo em instantes.',
    en: 'The package registry did not answer. Try again in a moment.',
  },
  PUBLIC_KEY_INVALID: {
    status: 422,
    'pt-BR': 'Cole uma chave pública ed25519, em PEM ou base64.',
    en: 'Paste an ed25519 public key, as PEM or base64.',
  },
  PUBLISHER_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este publicador não está na lista.',
    en: 'This publisher is not on the list.',
  },
  CONNECTION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta conexão não existe.',
    en: 'This connection does not exist.',
  },
  CONNECTION_MANAGED: {
    status: 409,
    'pt-BR': 'Esta conexão vem do arquivo de configuração. Altere o arquivo.',
    en: 'This connection comes from the configuration file. Change the file.',
  },
  CONNECTION_UNTESTED: {
    status: 409,
    'pt-BR': 'Teste a conexão antes de ativá-la, ou diga por que vai ativá-la sem teste.',
    en: 'Test the connection before you enable it, or say why you enable it without a test.',
  },
  CONNECTION_IN_USE: {
    status: 409,
    'pt-BR': 'Pagamentos já passaram por esta conexão. Desative-a em vez de removê-la.',
    en: 'Payments have gone through this connection. Disable it instead of removing it.',
  },
  ENVIRONMENT_UNSUPPORTED: {
    status: 422,
    'pt-BR': 'Este provedor não tem este ambiente.',
    en: 'This provider does not have this environment.',
  },
  CREDENTIALS_INVALID: {
    status: 422,
    'pt-BR': 'Confira as credenciais indicadas.',
    en: 'Check the credentials named below.',
  },
  CERTIFICATE_INVALID: {
    status: 422,
    'pt-BR': 'O certificado não pôde ser lido. Envie um arquivo PEM ou PKCS#12 com a senha certa.',
    en: 'The certificate could not be read. Send a PEM or PKCS#12 file with the right password.',
  },
  METHOD_UNSUPPORTED: {
    status: 422,
    'pt-BR': 'Esta versão do provedor não oferece esta forma de pagamento.',
    en: 'This version of the provider does not offer this payment method.',
  },
  LIMITS_INVALID: {
    status: 422,
    'pt-BR': 'O valor mínimo não pode passar do máximo.',
    en: 'The smallest amount cannot be above the largest.',
  },
  ROLLOUT_OPEN: {
    status: 409,
    'pt-BR': 'Esta conexão já está mudando de versão.',
    en: 'This connection is already on its way to another version.',
  },
  ROLLOUT_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta conexão não está mudando de versão.',
    en: 'This connection is not on its way to another version.',
  },
  ROUTE_INVALID: {
    status: 422,
    'pt-BR': 'Confira a rota indicada: limites em ordem e condições que a forma de pagamento conhece.',
    en: 'Check the route named below: limits in order, and conditions the payment method knows.',
  },
  WEBHOOK_NOT_FOUND: { status: 404, 'pt-BR': 'Este evento não existe.', en: 'This event does not exist.' },
  WEBHOOK_BUSY: {
    status: 409,
    'pt-BR': 'Este evento ainda está sendo processado.',
    en: 'This event is still being processed.',
  },
  PAYMENT_NOT_FOUND: { status: 404, 'pt-BR': 'Este pagamento não existe.', en: 'This payment does not exist.' },
  PAYMENT_NOT_PARKED: {
    status: 409,
    'pt-BR': 'Este pagamento não espera mais por ninguém. Atualize a página.',
    en: 'This payment does not wait for anybody any more. Reload the page.',
  },
  BALANCE_TOO_LOW: { status: 422, 'pt-BR': 'Saldo disponível insuficiente.', en: 'The available balance is too low.' },
  WITHDRAWAL_TOO_SMALL: {
    status: 422,
    'pt-BR': 'Este valor é menor que o mínimo para saque.',
    en: 'This amount is below the minimum of a withdrawal.',
  },
  WITHDRAWAL_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Nenhuma conexão desta plataforma envia saques para este destino.',
    en: 'No connection of this platform sends withdrawals to this destination.',
  },
  WITHDRAWAL_NOT_FOUND: { status: 404, 'pt-BR': 'Este saque não existe.', en: 'This withdrawal does not exist.' },
  WITHDRAWAL_DECIDED: {
    status: 409,
    'pt-BR': 'Este saque já foi decidido ou enviado. Atualize a página.',
    en: 'This withdrawal was already decided or sent. Reload the page.',
  },
  OUTGOING_HELD: {
    status: 409,
    'pt-BR': 'Saques e devoluções estão parados enquanto a plataforma confere o que já foi enviado. Tente mais tarde.',
    en: 'Withdrawals and refunds are held while the platform checks what was already sent. Try again later.',
  },
  WITHDRAWAL_UNPROVEN: {
    status: 409,
    'pt-BR': 'O provedor não diz que foi assim. Confira de novo no painel dele.',
    en: 'The provider does not say that it ended like this. Look in its panel again.',
  },
  WITHDRAWAL_UNREACHED: {
    status: 409,
    'pt-BR': 'O provedor não respondeu, e sem ele nada é lançado. Tente de novo daqui a pouco.',
    en: 'The provider did not answer, and nothing is booked without it. Try again in a moment.',
  },
  WITHDRAWAL_UNDER_WAY: {
    status: 409,
    'pt-BR': 'O provedor ainda pode estar enviando este saque. Aguarde alguns minutos.',
    en: 'The provider may still be sending this withdrawal. Wait a few minutes.',
  },
  APPROVER_SAME: {
    status: 422,
    'pt-BR': 'A segunda aprovação cabe a outra pessoa, que não seja quem pediu o saque.',
    en: 'The second approval is for somebody else, who did not ask for the withdrawal.',
  },
  REASON_REQUIRED: { status: 422, 'pt-BR': 'Diga o motivo.', en: 'Say why.' },
  PUSH_KEY_INVALID: {
    status: 422,
    'pt-BR': 'A chave deste navegador não é válida. Ligue as notificações de novo.',
    en: 'The key of this browser is not valid. Turn the notifications on again.',
  },
  NOTIFICATION_HOURS_INVALID: {
    status: 422,
    'pt-BR':
      'Escolha um fuso horário da lista, como America/Sao_Paulo, e um horário de silêncio que comece e termine em horas diferentes.',
    en: 'Choose a time zone from the list, such as America/Sao_Paulo, and quiet hours that start and end at different times.',
  },
  NOTIFICATION_BELL_FIXED: {
    status: 422,
    'pt-BR': 'Comunicados da plataforma sempre aparecem no sino. Você escolhe só e-mail e navegador.',
    en: 'Platform announcements always show in the bell. You can choose email and browser only.',
  },
  NOTIFICATION_STREAMS: {
    status: 429,
    'pt-BR': 'Há painéis demais abertos com avisos ao vivo. Feche algum: os avisos continuam chegando a cada minuto.',
    en: 'Too many dashboards are open with live notifications. Close one: notifications still arrive every minute.',
  },
  ANNOUNCEMENT_PERIOD_INVALID: {
    status: 422,
    'pt-BR': 'Escolha um fim depois do início e até 60 dias adiante; o início pode ser em até 60 dias.',
    en: 'Choose an end after the start and at most 60 days later; the start can be up to 60 days ahead.',
  },
  ANNOUNCEMENT_MAIL_LIMIT: {
    status: 409,
    'pt-BR':
      'A plataforma já envia dois comunicados por e-mail em sete dias. Publique sem e-mail, ou comece em outra data.',
    en: 'The platform already emails two announcements within seven days. Publish it without email, or start it on another date.',
  },
  ANNOUNCEMENT_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este comunicado não existe ou já terminou.',
    en: 'This announcement does not exist or is already over.',
  },
  PIX_KEY_INVALID: {
    status: 422,
    'pt-BR': 'Chave Pix inválida. Use CPF, CNPJ, e-mail, telefone com DDD ou chave aleatória.',
    en: 'Invalid Pix key. Use a CPF, CNPJ, email, phone with area code or random key.',
  },
  PIX_KEY_AMBIGUOUS: {
    status: 422,
    'pt-BR': 'Esta chave pode ser um CPF ou um telefone. Escolha o tipo.',
    en: 'This key may be a CPF or a phone. Choose the type.',
  },
  DOCUMENT_REQUIRED: {
    status: 422,
    'pt-BR': 'Informe seu CPF ou CNPJ no perfil antes de cadastrar onde receber.',
    en: 'Enter your CPF or CNPJ in your profile before adding where to be paid.',
  },
  DOCUMENT_SET: {
    status: 409,
    'pt-BR': 'O CPF ou CNPJ desta conta já foi informado. Para corrigir, fale com a equipe da plataforma.',
    en: "This account's CPF or CNPJ was entered before. To have it corrected, talk to the platform's team.",
  },
  DESTINATION_FOREIGN: {
    status: 422,
    'pt-BR': 'A chave precisa ser do seu próprio CPF ou CNPJ.',
    en: 'The key has to be your own CPF or CNPJ.',
  },
  DESTINATION_TAKEN: {
    status: 409,
    'pt-BR': 'Este destino já está cadastrado.',
    en: 'This destination was already added.',
  },
  DESTINATION_LIMIT: {
    status: 422,
    'pt-BR': 'Remova uma chave ou conta antes de cadastrar outra.',
    en: 'Remove a key or account before adding another.',
  },
  DESTINATION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta chave ou conta não existe.',
    en: 'This key or account does not exist.',
  },
  DESTINATION_COOLING: {
    status: 422,
    'pt-BR': 'Por segurança, este destino ainda não pode receber saques. Escolha outro ou aguarde.',
    en: 'For safety this destination cannot be paid yet. Choose another or wait.',
  },
  DESTINATION_DECIDED: {
    status: 409,
    'pt-BR': 'Esta conta já foi conferida.',
    en: 'This account was already decided.',
  },
  DESTINATION_OWN: {
    status: 422,
    'pt-BR': 'Outra pessoa da equipe precisa conferir a sua própria conta.',
    en: 'Somebody else of the team has to check your own account.',
  },
  DESTINATION_REQUIRED: {
    status: 422,
    'pt-BR': 'Escolha uma chave ou conta, ou um recebedor: só um deles.',
    en: 'Choose a key or account, or a receiver: one of them.',
  },
  DESTINATION_UNCONFIRMED: {
    status: 422,
    'pt-BR': 'Esta conta ainda não foi confirmada pela plataforma.',
    en: 'This account has not been confirmed by the platform.',
  },
  BANK_UNKNOWN: {
    status: 422,
    'pt-BR': 'Banco não suportado, tente outro.',
    en: 'This bank is not supported, try another one.',
  },
  ANTICIPATION_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Não há valores que possam ser antecipados agora.',
    en: 'Nothing can be advanced right now.',
  },
  ANTICIPATION_TOO_LARGE: {
    status: 422,
    'pt-BR': 'Este valor é maior que o que pode ser antecipado.',
    en: 'This amount is more than can be advanced.',
  },
  ANTICIPATION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta antecipação não existe.',
    en: 'This advance does not exist.',
  },
  ANTICIPATION_DECIDED: {
    status: 409,
    'pt-BR': 'Esta antecipação já foi decidida.',
    en: 'This advance was already decided.',
  },
  ANTICIPATION_CHANGED: {
    status: 409,
    'pt-BR': 'Parte destas vendas foi devolvida ou contestada depois do pedido. Recuse e peça um novo.',
    en: 'Some of these sales have since been refunded or disputed. Reject it and ask for a new request.',
  },
  REFUND_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Este pagamento não pode ser reembolsado.',
    en: 'This payment cannot be refunded.',
  },
  REFUND_TOO_LARGE: {
    status: 422,
    'pt-BR': 'O valor é maior que o que resta deste pagamento.',
    en: 'The amount is more than what is left of this payment.',
  },
  REFUND_PARTIAL_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'O provedor deste pagamento só devolve o valor inteiro.',
    en: 'The provider of this payment gives back the whole amount only.',
  },
  REFUND_EXPIRED: {
    status: 422,
    'pt-BR': 'O prazo do provedor para devolver este pagamento terminou.',
    en: 'The time the provider allows for giving this payment back is over.',
  },
  // The words of the specification, in both languages.
  BILLET_PDF_FAILED: { status: 502, 'pt-BR': 'Error on upload pdf', en: 'Error on upload pdf' },
  REFUND_FAILED: { status: 400, 'pt-BR': 'Erro ao aprovar o reembolso.', en: 'The refund could not be approved.' },
  REFUND_NOT_FOUND: { status: 404, 'pt-BR': 'Este reembolso não existe.', en: 'This refund does not exist.' },
  REFUND_NOT_OVERDUE: {
    status: 409,
    'pt-BR':
      'O provedor ainda pode dizer como este reembolso terminou, ou já disse. Espere três dias a partir do pedido.',
    en: 'The provider may still say how this refund ended, or has said so. Wait three days from when it was asked for.',
  },
  PAYMENT_DISPUTED: { status: 409, 'pt-BR': 'Este pagamento está em contestação.', en: 'This payment is in dispute.' },
  REQUEST_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este pedido de reembolso não existe.',
    en: 'This refund request does not exist.',
  },
  REQUEST_DECIDED: { status: 409, 'pt-BR': 'Este pedido já foi decidido.', en: 'This request was already decided.' },
  DISPUTE_NOT_FOUND: { status: 404, 'pt-BR': 'Esta contestação não existe.', en: 'This dispute does not exist.' },
  DISPUTE_CLOSED: {
    status: 409,
    'pt-BR': 'Esta contestação já terminou ou já foi respondida.',
    en: 'This dispute has ended or was answered already.',
  },
  DISPUTE_OPEN: {
    status: 409,
    'pt-BR': 'Esta contestação ainda não terminou: registre o resultado dela.',
    en: 'This dispute has not ended yet: record its outcome.',
  },
  DISPUTE_EXPIRED: { status: 422, 'pt-BR': 'O prazo para responder terminou.', en: 'The time to answer is over.' },
  DISPUTE_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Só pagamentos aprovados podem ser contestados; MED existe só para Pix.',
    en: 'Only approved payments can be disputed; a MED exists only for Pix.',
  },
  FILE_KIND: { status: 422, 'pt-BR': 'Envie um arquivo PDF, PNG ou JPEG.', en: 'Send a PDF, PNG or JPEG file.' },
  FILE_TOO_LARGE: { status: 413, 'pt-BR': 'O arquivo pode ter no máximo 5 MB.', en: 'A file may have 5 MB at most.' },
  FILE_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo dez arquivos. Remova um antes de enviar outro.',
    en: 'Ten files at most. Remove one before adding another.',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    'pt-BR': 'Houve um erro ao tentar realizar o upload, contate o suporte',
    en: 'The upload failed, please contact support',
  },
  UPLOAD_TOO_LARGE: {
    status: 422,
    'pt-BR': 'O arquivo é maior do que esta plataforma aceita. Divida em partes menores.',
    en: 'The file is larger than this platform takes. Split it into smaller ones.',
  },
  UPLOAD_LIMIT: {
    status: 429,
    'pt-BR': 'Você chegou ao limite de envios de hoje. Tente de novo amanhã.',
    en: 'You have reached the limit of uploads for today. Try again tomorrow.',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este envio não existe. Escolha o arquivo de novo.',
    en: 'There is no such upload. Choose the file again.',
  },
  UPLOAD_MISSING: {
    status: 409,
    'pt-BR': 'O arquivo não chegou inteiro. Envie de novo.',
    en: 'The file has not arrived in whole. Send it again.',
  },
  UPLOAD_DIFFERS: {
    status: 422,
    'pt-BR': 'O arquivo não é o que foi anunciado: envie o mesmo tamanho e tipo, uma única vez.',
    en: 'The file is not the announced one: send the same size and type, and only once.',
  },
  PICTURE_KIND: {
    status: 422,
    'pt-BR': 'Envie uma imagem JPEG, PNG ou WebP.',
    en: 'Send a JPEG, PNG or WebP image.',
  },
  PICTURE_BROKEN: {
    status: 422,
    'pt-BR': 'A imagem está danificada. Abra e salve de novo, e envie outra vez.',
    en: 'The image is damaged. Open and save it again, then send it once more.',
  },
  PIXEL_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este pixel não existe ou ainda não tem token. Confira o código e salve o token antes.',
    en: 'This pixel does not exist, or has no token yet. Check its ID and save the token first.',
  },
  PIXEL_TEST_CODE_MISSING: {
    status: 422,
    'pt-BR': 'Informe o código de teste que a rede mostra: sem ele, o teste contaria como uma compra.',
    en: 'Enter the test code that the network shows: without it the test would count as a purchase.',
  },
  PIXEL_TOKEN_INVALID: {
    status: 422,
    'pt-BR':
      'Este não é o token desta rede. Para o Google Ads, cole o arquivo inteiro da chave da conta de serviço (JSON).',
    en: 'This is no token of this network. For Google Ads, paste the whole file of the service account key (JSON).',
  },
  PIXEL_DESTINATION_MISSING: {
    status: 422,
    'pt-BR': 'Informe a conta do Google Ads e o número da ação de conversão.',
    en: 'Enter the Google Ads account and the number of the conversion action.',
  },
  CONVERSION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este envio não existe ou não pode ser repetido.',
    en: 'This report does not exist, or cannot be repeated.',
  },
  SELLER_WEBHOOK_NOT_FOUND: { status: 404, 'pt-BR': 'Este webhook não existe.', en: 'This webhook does not exist.' },
  SELLER_WEBHOOK_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo 20 webhooks. Exclua um que não usa mais.',
    en: 'You can have up to 20 webhooks. Delete one that you no longer use.',
  },
  SELLER_WEBHOOK_ADDRESS: {
    status: 422,
    'pt-BR':
      'Informe um endereço público com https, sem usuário, senha nem #. Endereços da própria máquina ou de redes internas não são aceitos.',
    en: 'Enter a public https address without a user name, password or #. Addresses of this machine or of private networks are not allowed.',
  },
  SELLER_WEBHOOK_OFF: {
    status: 409,
    'pt-BR': 'Este webhook está desligado. Ligue-o antes de enviar de novo.',
    en: 'This webhook is off. Turn it on before you send again.',
  },
  SELLER_WEBHOOK_REPLAY_PERIOD: {
    status: 422,
    'pt-BR': 'O período precisa terminar depois de começar. Ajuste as duas datas.',
    en: 'The period must end after it begins. Change the two dates.',
  },
  SELLER_WEBHOOK_REPLAY_SIZE: {
    status: 422,
    'pt-BR': 'Este período tem mais de 10.000 eventos. Escolha um período mais curto.',
    en: 'This period has more than 10,000 events. Choose a shorter one.',
  },
  EVENT_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este evento não existe. Eventos ficam guardados por 30 dias.',
    en: 'This event does not exist. Events are kept for 30 days.',
  },
  EVENT_STREAMS: {
    status: 429,
    'pt-BR': 'Esta chave já tem 10 transmissões abertas. Encerre uma antes de abrir outra.',
    en: 'This key already has 10 open streams. Close one before you open another.',
  },
  SELLER_WEBHOOK_DELIVERY_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta entrega não existe. Entregas ficam guardadas por 30 dias.',
    en: 'This delivery does not exist. Deliveries are kept for 30 days.',
  },
  INTEGRATION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta integração não existe no catálogo.',
    en: 'The catalog has no such integration.',
  },
  INTEGRATION_CONNECTION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta conexão com uma integração não existe.',
    en: 'This connection to an integration does not exist.',
  },
  INTEGRATION_EVENT_UNKNOWN: {
    status: 422,
    'pt-BR': 'Esta integração não recebe este evento. Escolha entre os que a página dela mostra.',
    en: 'This integration does not receive this event. Choose among those that its page shows.',
  },
  INTEGRATION_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo 30 conexões. Remova uma que não usa mais.',
    en: 'You can have up to 30 connections. Remove one that you no longer use.',
  },
  INTEGRATION_OFF: {
    status: 409,
    'pt-BR': 'Esta conexão está desligada. Ligue-a antes de enviar de novo.',
    en: 'This connection is off. Turn it on before you send again.',
  },
  INTEGRATION_DELIVERY_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este envio não existe. Envios ficam guardados por 30 dias.',
    en: 'This delivery does not exist. Deliveries are kept for 30 days.',
  },
  PICTURE_PIXELS: {
    status: 422,
    'pt-BR': 'A imagem tem pixels demais: no máximo 40 milhões, como 8000 × 5000.',
    en: 'The image has too many pixels: at most 40 million, such as 8000 × 5000.',
  },
  DELIVERABLE_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este item da entrega não existe.',
    en: 'This item of the delivery does not exist.',
  },
  DELIVERABLE_INCOMPLETE: {
    status: 422,
    'pt-BR': 'Falta o conteúdo deste item: envie o arquivo, informe o endereço ou escreva o texto.',
    en: 'The content of this item is missing: send the file, give the address or write the text.',
  },
  DELIVERABLE_LIMIT: {
    status: 422,
    'pt-BR': 'Um produto entrega no máximo 50 itens.',
    en: 'A product delivers 50 items at most.',
  },
  DELIVERABLE_AWAITED: {
    status: 409,
    'pt-BR': 'Há vendas esperando uma chave deste item. Adicione chaves ou reembolse as vendas antes de remover.',
    en: 'Sales are waiting for a key of this item. Add keys or refund the sales before you remove it.',
  },
  KEY_LIMIT: {
    status: 422,
    'pt-BR': 'Há chaves livres demais: no máximo 20.000 por item.',
    en: 'There are too many free keys: 20,000 at most for an item.',
  },
  ACCESS_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este link de acesso não é válido. Abra de novo o link do e-mail da compra.',
    en: 'This access link is not valid. Open the link in the mail of the purchase again.',
  },
  ACCESS_ENDED: {
    status: 403,
    'pt-BR': 'O acesso desta compra terminou ou ainda não começou.',
    en: 'The access of this purchase has ended or has not begun.',
  },
  DOWNLOADS_USED_UP: {
    status: 409,
    'pt-BR': 'Este arquivo já foi baixado o número máximo de vezes. Peça mais downloads ao vendedor.',
    en: 'This file has been downloaded as often as it may be. Ask the seller for more downloads.',
  },
  SHIPMENT_CHANGED: {
    status: 409,
    'pt-BR': 'O envio deste pedido mudou em outra janela. Atualize a página.',
    en: 'The shipment of this order has changed in another window. Reload the page.',
  },
  SHIPMENT_NOT_DUE: {
    status: 409,
    'pt-BR': 'Este pedido não está pago, ou o dinheiro voltou ao comprador: não envie nada.',
    en: 'This order is not paid, or its money went back to the buyer: send nothing.',
  },
  SHIPMENT_STATE_WRONG: {
    status: 409,
    'pt-BR': 'O envio deste pedido não permite esta mudança. Atualize a página.',
    en: 'The shipment of this order does not allow this change. Reload the page.',
  },
  SALE_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Venda não encontrada.',
    en: 'Sale not found.',
  },
  OWN_DEBT_FIXED: {
    status: 422,
    'pt-BR': 'Ninguém perdoa a própria dívida. Peça a outra pessoa da equipe.',
    en: 'Nobody forgives their own debt. Ask somebody else on the team.',
  },
  DEBT_TOO_SMALL: { status: 422, 'pt-BR': 'Esta pessoa deve menos que isso.', en: 'This person owes less than that.' },
  RECEIVER_NOT_FOUND: { status: 404, 'pt-BR': 'Recebedor não encontrado.', en: 'Receiver not found.' },
  OWN_TERMS_FIXED: {
    status: 422,
    'pt-BR': 'Ninguém decide as próprias taxas. Peça a outra pessoa da equipe.',
    en: 'Nobody decides their own fees. Ask somebody else on the team.',
  },
  PROPOSAL_NOT_FOUND: { status: 404, 'pt-BR': 'Proposta não encontrada.', en: 'Proposal not found.' },
  PROPOSAL_DECIDED: {
    status: 422,
    'pt-BR': 'Esta proposta já foi decidida ou entrou em vigor.',
    en: 'This proposal was already decided or has taken effect.',
  },
  APPROVER_NEW: {
    status: 422,
    'pt-BR': 'Quem recebeu este acesso há menos de sete dias ainda não aprova o que pede uma segunda pessoa.',
    en: 'Access granted less than seven days ago cannot yet approve what needs a second person.',
  },
  APPROVER_INVITED: {
    status: 422,
    'pt-BR': 'Uma das duas pessoas deu o acesso à outra. A aprovação cabe a alguém independente.',
    en: 'One of the two people granted the other their access. Somebody independent has to approve.',
  },
  PROPOSAL_OWN: {
    status: 422,
    'pt-BR': 'Ninguém decide a própria proposta, e só quem propôs a cancela enquanto ela espera.',
    en: 'Nobody decides their own proposal, and only its proposer cancels it while it waits.',
  },
  FEE_TOO_LARGE: {
    status: 422,
    'pt-BR': 'A taxa e o acréscimo das parcelas somam mais de 100 %. Diminua um deles.',
    en: 'The fee and what installments add come to more than 100 %. Lower one of them.',
  },
  RECEIVER_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'O provedor desta conexão não abre contas de recebedores.',
    en: 'The provider of this connection opens no accounts for receivers.',
  },
  RECEIVER_TAKEN: {
    status: 409,
    'pt-BR': 'Já existe um recebedor desta pessoa nesta conexão.',
    en: 'This person has a receiver at this connection already.',
  },
  RECEIVER_UNKNOWN: {
    status: 503,
    'pt-BR': 'O provedor não respondeu. Tente de novo em instantes.',
    en: 'The provider did not answer. Try again shortly.',
  },
  RECEIVER_DOCUMENT_NOT_FOUND: {
    status: 404,
    'pt-BR': 'O provedor não pede este documento.',
    en: 'The provider does not ask for this document.',
  },
  RECEIVER_DOCUMENT_CLOSED: {
    status: 409,
    'pt-BR': 'O provedor não espera nada deste documento agora. Atualize a lista.',
    en: 'The provider expects nothing of this document now. Load the list again.',
  },
  RECEIVER_DOCUMENT_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo dez envios por documento. Fale com o provedor.',
    en: 'A document can be sent ten times at most. Talk to the provider.',
  },
  CONTRACT_NOT_FOUND: { status: 404, 'pt-BR': 'Este contrato não existe.', en: 'This contract does not exist.' },
  CONTRACT_DECIDED: {
    status: 409,
    'pt-BR': 'Este contrato já foi decidido.',
    en: 'This contract was already decided.',
  },
  CONTRACT_EXISTS: {
    status: 409,
    'pt-BR': 'Esta pessoa já tem um contrato ou um convite deste produto. Mude o que existe.',
    en: 'This person already has a contract or an offer of this product. Change that one.',
  },
  CONTRACT_FIXED: {
    status: 422,
    'pt-BR': 'Este contrato vale até a data combinada. Proponha outra data ao coprodutor.',
    en: 'This contract holds until the day that was agreed on. Offer the co-producer another day.',
  },
  CONTRACT_LIMIT: {
    status: 422,
    'pt-BR': 'Um produto tem no máximo dez coprodutores. Encerre um contrato antes de oferecer outro.',
    en: 'A product has ten co-producers at most. End a contract before offering another.',
  },
  CONTRACT_END_INVALID: {
    status: 422,
    'pt-BR': 'Escolha um último dia entre hoje e daqui a dez anos, ou nenhum.',
    en: 'Choose a last day between today and ten years from now, or none.',
  },
  PARTNER_IS_SELLER: {
    status: 422,
    'pt-BR': 'Este é o seu e-mail. Informe o e-mail da pessoa com quem quer dividir as vendas.',
    en: 'This is your own email. Enter the email of the person you want to share sales with.',
  },
  SHARES_TOO_LARGE: {
    status: 422,
    'pt-BR': 'A maior comissão de afiliado e as partes dos coprodutores somam mais de 90 %. Diminua uma delas.',
    en: 'The largest share of an affiliate and those of co-producers come to more than 90 %. Lower one of them.',
  },
  OWN_PRODUCT: {
    status: 422,
    'pt-BR': 'Ninguém é afiliado do próprio produto.',
    en: 'Nobody is an affiliate of their own product.',
  },
  AFFILIATION_CLOSED: {
    status: 422,
    'pt-BR': 'Este produto não aceita afiliados agora.',
    en: 'This product takes no affiliates now.',
  },
  AFFILIATION_EXISTS: {
    status: 409,
    'pt-BR': 'Você já é afiliado deste produto ou já pediu para ser.',
    en: 'You are an affiliate of this product already, or have asked to be.',
  },
  AFFILIATION_REFUSED: {
    status: 422,
    'pt-BR': 'O produtor recusou seu pedido. Só ele pode aprová-lo agora.',
    en: 'The seller refused your request. Only they can approve it now.',
  },
  AFFILIATION_NOT_FOUND: { status: 404, 'pt-BR': 'Esta afiliação não existe.', en: 'This affiliation does not exist.' },
  AFFILIATION_DECIDED: {
    status: 409,
    'pt-BR': 'Esta afiliação já foi decidida ou encerrada. Atualize a página.',
    en: 'This affiliation was already decided or has ended. Reload the page.',
  },
  PRODUCT_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo mil produtos. Exclua um que nunca foi vendido antes de criar outro.',
    en: 'A thousand products at most. Delete one that was never sold before creating another.',
  },
  PRODUCT_HAS_FREE_TRIAL: {
    status: 422,
    'pt-BR': 'Um produto físico não tem teste grátis, e uma oferta deste tem. Desligue o teste grátis dela antes.',
    en: 'A physical product has no free trial, and an offer of this one does. Turn off its free trial first.',
  },
  PRODUCT_STATUS: {
    status: 409,
    'pt-BR': 'O produto não permite isso na situação em que está. Atualize a página.',
    en: 'The status of the product does not allow this. Reload the page.',
  },
  CHECKOUT_TEST_RUNNING: {
    status: 409,
    'pt-BR': 'Há um teste A/B em andamento nesta página. Encerre-o antes.',
    en: 'An A/B test of this page is running. End it first.',
  },
  CHECKOUT_DRAFT_UNCHANGED: {
    status: 409,
    'pt-BR': 'O rascunho é igual à página publicada. Mude algo para ter o que testar.',
    en: 'The draft is the same as the published page. Change something to have what to test.',
  },
  CHECKOUT_TEST_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este teste não existe ou já foi encerrado.',
    en: 'This test does not exist or has ended already.',
  },
  CHECKOUT_VERSION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta versão da página não existe mais.',
    en: 'This version of the page does not exist any more.',
  },
  WORK_NOT_WAITING: {
    status: 409,
    'pt-BR': 'Esta pendência já foi resolvida, ou não é sua para resolver.',
    en: 'This item is already done, or not yours to do.',
  },
  WORK_TAKEN: {
    status: 409,
    'pt-BR': 'Outra pessoa assumiu esta pendência antes. A lista mostra quem.',
    en: 'Somebody else took this item first. The list shows who.',
  },
  EDIT_CONFLICT: {
    status: 409,
    'pt-BR':
      'Isto foi alterado em outra aba ou por outra pessoa depois que você abriu a página. Nada foi salvo: recarregue e confira os campos indicados.',
    en: 'This was changed in another tab or by somebody else after you opened the page. Nothing was saved: reload and check the fields named below.',
  },
  RESEND_NOT_DUE: {
    status: 409,
    'pt-BR': 'Este pedido não está pago, ou o dinheiro voltou ao comprador: não há acesso para reenviar.',
    en: 'This order is not paid, or its money went back to the buyer: there is no access to send again.',
  },
  RESEND_LIMIT: {
    status: 409,
    'pt-BR': 'O e-mail deste pedido já foi reenviado cinco vezes hoje. Confira o endereço com o comprador.',
    en: 'The mail of this order was sent again five times today. Check the address with the buyer.',
  },
  MAIL_TEXT_EMPTY: {
    status: 422,
    'pt-BR': 'Escreva um texto, ou restaure o texto padrão.',
    en: 'Write a text, or restore the standard one.',
  },
  MAIL_PLACEHOLDER_UNKNOWN: {
    status: 422,
    'pt-BR': 'O texto usa entre chaves um nome que não existe. Confira os campos indicados.',
    en: 'The text has a name between braces that does not exist. Check the fields named below.',
  },
  OFFER_INVALID: {
    status: 422,
    'pt-BR': 'Os campos desta oferta não combinam. Confira os campos indicados.',
    en: 'The fields of this offer do not fit together. Check the fields named below.',
  },
  OFFER_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo cem ofertas por produto. Mude uma que existe.',
    en: 'A product has a hundred offers at most. Change one that is there.',
  },
  BUMP_NOT_FOUND: { status: 404, 'pt-BR': 'Este item adicional não existe.', en: 'This order bump does not exist.' },
  BUMP_OFFER_INVALID: {
    status: 422,
    'pt-BR': 'Escolha uma oferta de outro produto que ainda não seja um item adicional deste.',
    en: 'Choose an offer of another product that is not an order bump of this one yet.',
  },
  BUMP_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo vinte itens adicionais por produto. Exclua um antes de criar outro.',
    en: 'A product has twenty order bumps at most. Delete one before creating another.',
  },
  PRODUCT_NOT_FOUND: { status: 404, 'pt-BR': 'Este produto não existe.', en: 'This product does not exist.' },
  RECONCILIATION_CASE_NOT_FOUND: { status: 404, 'pt-BR': 'Este caso não existe.', en: 'This case does not exist.' },
  RECONCILIATION_CASE_CLOSED: {
    status: 409,
    'pt-BR': 'Este caso já foi encerrado.',
    en: 'This case was already closed.',
  },
  RECONCILIATION_RUNNING: {
    status: 409,
    'pt-BR': 'Uma conciliação já está em andamento. Espere que ela termine.',
    en: 'A comparison is under way. Wait until it has ended.',
  },
  ZIP_CODE_NOT_FOUND: { status: 404, 'pt-BR': 'CEP não encontrado', en: 'Zip code not found' },
  ZIP_CODE_LOOKUP_FAILED: { status: 503, 'pt-BR': 'Erro ao buscar CEP', en: 'The zip code could not be looked up' },
  CART_NOT_FOUND: { status: 404, 'pt-BR': 'Este carrinho não existe.', en: 'This cart does not exist.' },
  CART_CAPTURE_DISABLED: {
    status: 422,
    'pt-BR': 'Esta oferta não guarda carrinhos abandonados.',
    en: 'This offer does not keep abandoned carts.',
  },
  IDEMPOTENCY_KEY_MISSING: {
    status: 400,
    'pt-BR': 'Envie o cabeçalho Idempotency-Key com um valor único por compra.',
    en: 'Send an Idempotency-Key header with a value unique to this purchase.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    'pt-BR': 'Este Idempotency-Key já foi usado com outros dados. Use um novo.',
    en: 'This Idempotency-Key was used with other data. Use a new one.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    'pt-BR': 'Esta compra ainda está em andamento. Repita o mesmo pedido em instantes.',
    en: 'This purchase is still in progress. Repeat the same request shortly.',
  },
  WEBHOOK_UNKNOWN: {
    status: 404,
    'pt-BR': 'Nenhuma conexão recebe notificações neste endereço.',
    en: 'No connection receives notifications at this address.',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    'pt-BR': 'O serviço está sobrecarregado. Tente de novo em instantes.',
    en: 'The service is overloaded. Try again shortly.',
  },
  IMPORT_NOT_FOUND: { status: 404, 'pt-BR': 'Esta importação não existe.', en: 'This import does not exist.' },
  IMPORT_STATE: {
    status: 409,
    'pt-BR': 'A importação já está em outro passo. Abra a página de novo.',
    en: 'The import is at another step by now. Open the page again.',
  },
  IMPORT_TOO_LARGE: {
    status: 413,
    'pt-BR': 'O arquivo passa de 30 MB. Divida em arquivos menores, de até 200.000 linhas cada.',
    en: 'The file is larger than 30 MB. Split it into smaller files of at most 200,000 rows each.',
  },
  IMPORT_LIMIT: {
    status: 409,
    'pt-BR': 'Há importações demais abertas ou feitas hoje. Termine ou apague uma, ou continue amanhã.',
    en: 'Too many imports are open or were begun today. Finish or delete one, or go on tomorrow.',
  },
  IMPORT_INCOMPLETE: {
    status: 409,
    'pt-BR': 'Faltam partes do arquivo. Envie o arquivo de novo.',
    en: 'Parts of the file are missing. Upload the file again.',
  },
  IMPORT_MAPPING: {
    status: 422,
    'pt-BR': 'Confira as colunas indicadas.',
    en: 'Check the columns named below.',
  },
  IMPORT_UNDO_OVER: {
    status: 409,
    'pt-BR': 'Uma importação só pode ser desfeita nas 24 horas depois do fim.',
    en: 'An import can only be undone within 24 hours after its end.',
  },
  IMPORT_INVITES_LIMIT: {
    status: 409,
    'pt-BR': 'Você já enviou 1.000 convites hoje. Continue amanhã.',
    en: 'You have sent 1,000 invitations today. Go on tomorrow.',
  },
  IMPORTED_CUSTOMER_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este cliente não existe.',
    en: 'This customer does not exist.',
  },
  FULL_EXPORT_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta exportação não existe, ainda não está pronta ou já foi apagada.',
    en: 'This export does not exist, is not ready yet or was deleted.',
  },
  FULL_EXPORT_LIMIT: {
    status: 409,
    'pt-BR': 'Você já pediu 5 exportações hoje. Baixe uma delas ou espere até amanhã.',
    en: 'You have asked for 5 exports today. Download one of them, or wait until tomorrow.',
  },
  INTERNAL: { status: 500, 'pt-BR': 'Ocorreu um erro desconhecido.', en: 'An unknown error occurred.' },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERRORS;
type ValidationProblem = Pick<NonNullable<FastifyError['validation']>[number], 'keyword' | 'instancePath' | 'params'>;
type Detail = NonNullable<ErrorBody['details']>[number];

interface AppErrorOptions {
  fields?: string[];
  reasons?: Record<string, Record<Locale, string>>;
  retryAfterSeconds?: number;
  /** The work that a machine has to do before the request is sent again. */
  challenge?: NonNullable<ErrorBody['challenge']>;
  cause?: unknown;
}

/** An error of the catalogue. `fields` become details: the wrong input and, in both languages, how to correct it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: string[];
  /** The way to correct each field, where that says more than the message. */
  readonly reasons: Record<string, Record<Locale, string>>;
  /** The seconds after which a repeated request may succeed. */
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: ErrorBody['challenge'];

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(ERRORS[code].en, { cause: options.cause });
    this.code = code;
    this.status = ERRORS[code].status;
    this.reasons = options.reasons ?? {};
    this.fields = options.fields ?? Object.keys(this.reasons);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.challenge = options.challenge;
  }
}

export function errorBody(error: AppError, locale: Locale): ErrorBody {
  const message = ERRORS[error.code][locale];
  const details = error.fields.map((field) => ({ field, message: error.reasons[field]?.[locale] ?? message }));
  return {
    code: error.code,
    message,
    ...(details.length > 0 && { details }),
    ...(error.challenge && { challenge: error.challenge }),
  };
}

/** Turns the validation keywords of ajv into texts that people can act on. */
export function validationDetails(problems: readonly ValidationProblem[], context: string, locale: Locale): Detail[] {
  return problems.slice(0, 20).map((problem) => {
    const path = problem.instancePath.split('/').slice(1).map(decodePointer);
    const params = problem.params as Record<string, unknown>;
    const named = params.missingProperty ?? params.additionalProperty ?? params.propertyName ?? params.tag;
    if (typeof named === 'string') path.push(named);
    const field = path.join('.') || context;
    return { field, message: problemText(field, problem.keyword, params, locale) };
  });
}

const decodePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

function problemText(field: string, keyword: string, params: Record<string, unknown>, locale: Locale): string {
  const isPortuguese = locale === 'pt-BR';
  switch (keyword) {
    case 'required':
      return isPortuguese ? 'Campo obrigatório' : 'Required field';
    case 'additionalProperties':
      return isPortuguese ? 'Campo desconhecido: remova-o' : 'Unknown field: remove it';
    case 'type':
      return isPortuguese ? `Tipo errado: envie ${params.type}` : `Wrong type: send ${params.type}`;
    case 'format':
      if (params.format === 'email') return isPortuguese ? 'E-mail inválido' : 'Invalid email';
      return isPortuguese ? `Formato errado: envie ${params.format}` : `Wrong format: send ${params.format}`;
    case 'enum':
      return isPortuguese
        ? `Valor desconhecido: use ${(params.allowedValues as unknown[]).join(', ')}`
        : `Unknown value: use one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'maxLength':
      return isPortuguese ? `Máximo ${params.limit} caracteres` : `At most ${params.limit} characters`;
    case 'minLength':
      // The specification sets 4 as the limit of a buyer's name and writes 3 in its text; both are kept.
      if (field === 'name' && params.limit === 4)
        return isPortuguese
          ? 'Mínimo 3 caracteres. Escreva nome e sobrenome'
          : 'At least 3 characters. Enter your first and last name';
      if (params.limit === 1) return isPortuguese ? 'Campo obrigatório' : 'Required field';
      return isPortuguese ? `Mínimo ${params.limit} caracteres` : `At least ${params.limit} characters`;
    case 'minimum':
    case 'maximum':
      return isPortuguese
        ? `Fora do limite: ${params.comparison} ${params.limit}`
        : `Out of range: ${params.comparison} ${params.limit}`;
    case 'pattern':
      if (String(params.pattern).endsWith(PHONE_PATTERN))
        return isPortuguese
          ? 'Telefone inválido. Use DDD e número, como (11) 98888-7777; celular tem 9 dígitos'
          : 'Invalid phone. Use the area code and the number, such as (11) 98888-7777; mobile numbers have 9 digits';
  }
  return isPortuguese ? 'Formato inválido' : 'Invalid format';
}

/** Maps Fastify's own errors to the catalogue. */
function toAppError(error: FastifyError): AppError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('BODY_TOO_LARGE');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('MEDIA_TYPE_UNSUPPORTED');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AppError('BODY_MALFORMED');
  }
  if (error.statusCode === 429) return new AppError('TOO_MANY_REQUESTS');
  if (error.statusCode === 400) return new AppError('BODY_MALFORMED');
  // The file server refuses an address that leads out of its folder.
  if (error.statusCode === 403) return new AppError('NOT_FOUND');
  return null;
}

function sendError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if ('validation' in error && error.validation) {
    const body: ErrorBody = {
      code: 'VALIDATION_FAILED',
      message: ERRORS.VALIDATION_FAILED[request.locale],
      details: validationDetails(error.validation, error.validationContext ?? 'body', request.locale),
    };
    return send(request, reply, 400, body);
  }
  const known = error instanceof AppError ? error : toAppError(error as FastifyError);
  const answer = known ?? new AppError('INTERNAL', { cause: error });
  // The log keeps the reason of a 5xx. People get only a sentence without internal details.
  if (!known) request.log.error({ err: error }, 'Request failed');
  else if (known.status >= 500) request.log.warn({ err: known, cause: known.cause }, 'Request could not be served');
  const isBrief = answer.status === 503 || answer.code === 'IDEMPOTENCY_KEY_IN_USE';
  const retryAfter = answer.retryAfterSeconds ?? (isBrief ? 1 : null);
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  if (isPage(request, answer.status))
    return request.server.documents.sendMessage(request, reply, pageKind(answer.status));
  if (answer.status === 401 && isApi(request)) reply.header('www-authenticate', 'Bearer realm="feira"');
  return send(request, reply, answer.status, errorBody(answer, request.locale));
}

const isApi = ({ url }: FastifyRequest) => url.startsWith(`${API_PREFIX}/`);

/** Writes an error as the caller's interface has it: problem details under /v1, and our own shape elsewhere. */
function send(request: FastifyRequest, reply: FastifyReply, status: number, body: ErrorBody) {
  reply.code(status);
  request.errorCode = body.code;
  return isApi(request) ? reply.type('application/problem+json').send(toProblem(status, body)) : reply.send(body);
}

const toProblem = (status: number, { code, message, details }: ErrorBody): Problem => ({
  type: `/docs/errors#${code}`,
  title: message,
  status,
  code,
  ...(details && { errors: details }),
});

/** Returns whether a browser asks for a page, by an address or with a form. Programs ask for JSON. */
const isPage = (request: FastifyRequest, status: number) =>
  (request.method === 'GET' || (isForm(request) && status >= 500)) &&
  !request.url.startsWith('/api/') &&
  !isApi(request) &&
  String(request.headers.accept ?? '').includes('text/html');

const isForm = ({ method, headers }: FastifyRequest) =>
  method === 'POST' && headers['content-type']?.startsWith('application/x-www-form-urlencoded');

const pageKind = (status: number) =>
  status === 503 || status === 429 ? 'unavailable' : status < 500 ? 'not-found' : 'error';

export default fp(
  async (app) => {
    app.setErrorHandler(sendError);
    app.setNotFoundHandler((request, reply) => sendError(new AppError('NOT_FOUND'), request, reply));
  },
  { name: 'errors', dependencies: ['locale'] },
);
