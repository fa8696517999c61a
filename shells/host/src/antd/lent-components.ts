/**
 * The components of antd that the host lends to dashboards. Each is asked for by its own module, so what no page uses is never built. Those that
 * most pages use stand together in one file, which the document names to the browser ahead (tools/src/build/dashboard-manifest.ts).
 */
export const LENT_COMPONENTS: Readonly<Record<string, () => Promise<object>>> = {
  'antd/es/checkbox/Checkbox': () => import(/* webpackChunkName: "antd-controls" */ 'antd/es/checkbox/Checkbox'),
  'antd/es/date-picker/generatePicker': () =>
    import(/* webpackChunkName: "antd-calendar" */ 'antd/es/date-picker/generatePicker'),
  'antd/es/empty': () => import(/* webpackChunkName: "antd-controls" */ 'antd/es/empty'),
  'antd/es/input/Input': () => import(/* webpackChunkName: "antd-controls" */ 'antd/es/input/Input'),
  'antd/es/input/TextArea': () => import(/* webpackChunkName: "antd-controls" */ 'antd/es/input/TextArea'),
  'antd/es/modal/Modal': () => import(/* webpackChunkName: "antd-controls" */ 'antd/es/modal/Modal'),
  'antd/es/radio/radio': () => import(/* webpackChunkName: "antd-controls" */ 'antd/es/radio/radio'),
  'antd/es/select': () => import(/* webpackChunkName: "antd-controls" */ 'antd/es/select'),
  'antd/es/statistic': () => import(/* webpackChunkName: "antd-controls" */ 'antd/es/statistic'),
  'antd/es/switch': () => import(/* webpackChunkName: "antd-controls" */ 'antd/es/switch'),
  'antd/es/tag': () => import(/* webpackChunkName: "antd-controls" */ 'antd/es/tag'),
};
