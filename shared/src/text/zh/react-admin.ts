import type { ReactAdmin } from '../en/react-admin.ts';

export const reactAdmin: ReactAdmin = {
  notification: {
    updated: '已更新 |||| 已更新 %{smart_count} 项',
    http_error: '与服务器通信出错',
    data_provider_error: '数据处理出错，请刷新页面重试。',
    item_doesnt_exist: '数据不存在',
    not_authorized: '您没有权限访问此内容。',
    logged_out: '登录已过期，请重新登录。',
  },
  message: {
    invalid_form: '填写有误，请检查标出的项',
    unsaved_changes: '有修改尚未保存，确定放弃吗？',
  },
  auth: {
    auth_check_error: '请先登录',
  },
};
