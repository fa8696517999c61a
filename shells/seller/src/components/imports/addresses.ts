export const IMPORT_PAGE = '/platform/import';
export const toImport = (id: string): string => `${IMPORT_PAGE}/${id}`;
