/** The address that browsers send reports about blocked content to. */
export const REPORTS_PATH = '/csp-reports';
