/**
 * The columns of the files that sellers export from other platforms, by the fields that they fill.
 *
 * None of the three platforms documents the columns of its exports. HOTMART, KIWIFY and EDUZZ sales: the names are those that two public programs
 * read independently of each other, seen in November 2026 in GitHub's public code: a table of headers of ten platforms
 * (`headersHotmartFromCSV`, `headersKiwifyFromCSV`, `headersEduzzFromCSV`) and an importer of orders (`COLUMN_MAP`); a third one reads Hotmart's
 * detailed model ("Modelo Detalhado de Vendas"), and older readers have its former names ("Transação", "Preço Total"). The columns of
 * SUBSCRIPTIONS, PRODUCTS and CUSTOMERS files are inferred: no public source that was found names them. They only begin the mapping, which the
 * seller sees and corrects.
 */
import type { ImportKind, ImportSource } from '@feira/schemas/imports';

type Columns = Readonly<Record<string, readonly string[]>>;

interface PlatformColumns {
  /** Headers that no other platform has. They tell the platform. */
  signs: readonly string[];
  kinds: Partial<Record<ImportKind, Columns>>;
}

export const PLATFORM_COLUMNS: Record<Exclude<ImportSource, 'FEIRA' | 'PLAIN'>, PlatformColumns> = {
  HOTMART: {
    signs: [
      'Código da transação',
      'Email do(a) Comprador(a)',
      'Comprador(a)',
      'Nome deste preço',
      'Código do preço',
      'Faturamento líquido do(a) Produtor(a)',
      'Código do assinante',
      'Nome do Produtor',
    ],
    kinds: {
      SALES: {
        externalId: ['Código da transação', 'Transação'],
        soldAt: ['Data da transação', 'Data de Venda', 'Confirmação do pagamento'],
        productName: ['Produto', 'Nome do Produto'],
        offerTitle: ['Nome deste preço'],
        amount: ['Valor de compra com impostos', 'Valor de compra sem impostos', 'Preço Total', 'Preço da Oferta'],
        netAmount: ['Faturamento líquido do(a) Produtor(a)', 'Faturamento líquido', 'Minha comissão'],
        currency: ['Moeda de compra', 'Moeda'],
        status: ['Status da transação', 'Status'],
        method: ['Método de pagamento', 'Meio de Pagamento'],
        installmentCount: ['Quantidade total de parcelas'],
        coupon: ['Código de cupom'],
        origin: ['Código SCK', 'Código SRC', 'Origem'],
        name: ['Comprador(a)', 'Nome'],
        email: ['Email do(a) Comprador(a)', 'Email'],
        phone: ['Telefone', 'Telefone Final'],
        document: ['Documento'],
      },
      // Inferred.
      SUBSCRIPTIONS: {
        externalId: ['Código do assinante', 'Código da assinatura'],
        name: ['Assinante', 'Nome do assinante', 'Nome', 'Comprador(a)'],
        email: ['Email do assinante', 'E-mail do assinante', 'Email', 'Email do(a) Comprador(a)'],
        phone: ['Telefone'],
        document: ['Documento'],
        offerTitle: ['Plano', 'Nome do plano', 'Nome deste preço'],
        productName: ['Produto', 'Nome do Produto'],
        amount: ['Valor', 'Preço', 'Valor da assinatura'],
        currency: ['Moeda'],
        nextDueAt: ['Data da próxima cobrança', 'Próxima cobrança', 'Próxima recorrência', 'Data do próximo ciclo'],
        startedAt: ['Data de adesão', 'Data da assinatura', 'Data de início'],
        status: ['Status', 'Status da assinatura'],
      },
    },
  },
  KIWIFY: {
    signs: [
      'ID da venda',
      'Cliente Email',
      'CPF / CNPJ',
      'Preço base do produto',
      'Total com acréscimo',
      'Tracking src',
      'Tracking sck',
      'ID da assinatura',
    ],
    kinds: {
      SALES: {
        externalId: ['ID da venda'],
        soldAt: ['Data de Criação'],
        productName: ['Produto'],
        offerTitle: ['Oferta'],
        amount: ['Total com acréscimo', 'Preço base do produto'],
        netAmount: ['Valor líquido'],
        currency: ['Moeda'],
        status: ['Status'],
        method: ['Pagamento'],
        installmentCount: ['Parcelas'],
        coupon: ['Coupon Code'],
        origin: ['Tracking src', 'Tracking sck'],
        name: ['Cliente'],
        email: ['Cliente Email', 'Email'],
        phone: ['Celular'],
        document: ['CPF', 'CPF / CNPJ'],
      },
      // Inferred.
      SUBSCRIPTIONS: {
        externalId: ['ID da assinatura'],
        name: ['Cliente', 'Nome'],
        email: ['Cliente Email', 'Email'],
        phone: ['Celular', 'Telefone'],
        document: ['CPF', 'CPF / CNPJ'],
        offerTitle: ['Plano', 'Oferta'],
        productName: ['Produto'],
        amount: ['Valor', 'Preço'],
        currency: ['Moeda'],
        nextDueAt: ['Próxima cobrança', 'Próximo pagamento', 'Data da próxima cobrança'],
        startedAt: ['Data de início', 'Data de Criação'],
        status: ['Status'],
      },
    },
  },
  EDUZZ: {
    signs: [
      'Fatura',
      'Cliente / Nome',
      'Cliente / E-mail',
      'Cliente / Fones',
      'Cliente / Documento',
      'Ganho Liquido',
      'Valor da Venda com Juros',
    ],
    kinds: {
      SALES: {
        externalId: ['Fatura'],
        soldAt: ['Data de Criação'],
        productName: ['Produto'],
        offerTitle: ['Nome da Oferta'],
        amount: ['Valor da Venda com Juros', 'Valor da Venda'],
        netAmount: ['Ganho Liquido'],
        currency: ['Moeda'],
        status: ['Status'],
        method: ['Forma de Pagamento'],
        installmentCount: ['Nº Parcelas'],
        coupon: ['Cupom'],
        origin: ['UTM Source'],
        name: ['Cliente / Nome'],
        email: ['Cliente / E-mail'],
        phone: ['Cliente / Fones'],
        document: ['Cliente / Documento'],
      },
      // Inferred.
      SUBSCRIPTIONS: {
        externalId: ['Contrato', 'Código do contrato'],
        name: ['Cliente / Nome', 'Cliente'],
        email: ['Cliente / E-mail', 'E-mail'],
        phone: ['Cliente / Fones'],
        document: ['Cliente / Documento'],
        offerTitle: ['Nome da Oferta', 'Plano'],
        productName: ['Produto'],
        amount: ['Valor', 'Valor do contrato'],
        currency: ['Moeda'],
        nextDueAt: ['Próximo vencimento', 'Próxima cobrança', 'Data de vencimento'],
        startedAt: ['Data de início', 'Data de Criação'],
        status: ['Status'],
      },
    },
  },
};

/** Names that any file may have. The names and the words of our own fields count as well. */
export const COMMON_COLUMNS: Record<ImportKind, Columns> = {
  PRODUCTS: {
    productExternalId: ['ID do produto', 'Código do produto', 'SKU', 'Product ID'],
    name: ['Produto', 'Nome do produto', 'Nome', 'Product', 'Product name'],
    description: ['Descrição', 'Description'],
    category: ['Categoria', 'Category'],
    typeProduct: ['Tipo', 'Formato', 'Type'],
    salesPage: ['Página de vendas', 'URL', 'Link', 'Sales page'],
    supportEmail: ['E-mail de suporte', 'Email de suporte', 'Support email'],
    offerExternalId: ['ID da oferta', 'Código da oferta', 'Código do preço', 'Offer ID'],
    title: ['Oferta', 'Nome da oferta', 'Nome deste preço', 'Título', 'Offer'],
    price: ['Preço', 'Valor', 'Preço da oferta', 'Price'],
    coin: ['Moeda', 'Currency'],
  },
  OFFERS: {
    productExternalId: ['ID do produto', 'Código do produto', 'Product ID'],
    productName: ['Produto', 'Nome do produto', 'Product'],
    offerExternalId: ['ID da oferta', 'Código da oferta', 'Código do preço', 'Offer ID'],
    title: ['Oferta', 'Nome da oferta', 'Nome deste preço', 'Título', 'Offer'],
    price: ['Preço', 'Valor', 'Preço da oferta', 'Price'],
    coin: ['Moeda', 'Currency'],
  },
  CUSTOMERS: {
    name: ['Nome', 'Nome completo', 'Cliente', 'Comprador', 'Aluno', 'Name', 'Customer'],
    email: ['E-mail', 'Email', 'Email do cliente', 'E-mail do cliente', 'E-mail do comprador'],
    phone: ['Telefone', 'Celular', 'WhatsApp', 'Phone'],
    document: ['CPF', 'CNPJ', 'CPF/CNPJ', 'Documento', 'Document'],
  },
  SUBSCRIPTIONS: {
    externalId: ['ID da assinatura', 'Código da assinatura', 'Subscription ID'],
    name: ['Nome', 'Cliente', 'Assinante', 'Name'],
    email: ['E-mail', 'Email', 'Email do cliente', 'E-mail do cliente'],
    phone: ['Telefone', 'Celular', 'Phone'],
    document: ['CPF', 'CNPJ', 'CPF/CNPJ', 'Documento'],
    offerTitle: ['Plano', 'Oferta', 'Plan', 'Offer'],
    productName: ['Produto', 'Product'],
    amount: ['Valor', 'Preço', 'Amount', 'Price'],
    currency: ['Moeda', 'Currency'],
    nextDueAt: ['Próxima cobrança', 'Próximo vencimento', 'Data da próxima cobrança', 'Next charge'],
    startedAt: ['Início', 'Data de início', 'Start'],
    status: ['Status', 'Situação'],
  },
  SALES: {
    externalId: ['ID da venda', 'Código da venda', 'Transação', 'Pedido', 'Sale ID', 'Order ID'],
    soldAt: ['Data', 'Data da venda', 'Data da compra', 'Date'],
    productName: ['Produto', 'Nome do produto', 'Product'],
    offerTitle: ['Oferta', 'Nome da oferta', 'Offer'],
    amount: ['Valor', 'Valor da venda', 'Total', 'Preço', 'Amount'],
    netAmount: ['Valor líquido', 'Líquido', 'Net'],
    currency: ['Moeda', 'Currency'],
    status: ['Status', 'Situação'],
    method: ['Forma de pagamento', 'Método de pagamento', 'Pagamento', 'Payment method'],
    installmentCount: ['Parcelas', 'Installments'],
    coupon: ['Cupom', 'Coupon'],
    origin: ['UTM Source', 'utm_source', 'SRC', 'Origem'],
    name: ['Nome', 'Cliente', 'Comprador', 'Nome do cliente', 'Customer'],
    email: ['E-mail', 'Email', 'Email do cliente', 'E-mail do cliente'],
    phone: ['Telefone', 'Celular', 'Phone'],
    document: ['CPF', 'CNPJ', 'CPF/CNPJ', 'Documento'],
  },
};
