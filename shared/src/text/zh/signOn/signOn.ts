import type { SignOnText } from '../../en/signOn/signOn.ts';

export const signOn: SignOnText = {
  button: (name) => (name === '' ? '单点登录' : `使用${name}登录`),
  opening: '正在打开统一认证服务…',
  cancelled: '统一认证服务未完成登录。请重试，或使用账号和密码登录。',
  off: '未启用单点登录，请使用账号和密码登录。',
  away: '暂时无法连接统一认证服务，请使用账号和密码登录。',
  ended: '本次单点登录已失效，或不是在此窗口发起的，请重新发起。',
  refused: '统一认证服务返回的结果未通过验证。请重新发起；如仍失败，请联系管理员。',
  unknown: '您的统一认证身份在本系统中没有对应账号，请联系所属评审单位。',
};
