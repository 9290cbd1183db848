import type { Login } from '../en/login.ts';

export const login: Login = {
  logIn: '登录',
  loggingIn: '正在登录…',
  code: '验证码',
  codeImage: '验证码图片',
  newCode: '换一张',
  accountRequired: '请输入账号',
  codeRequired: '请输入验证码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  networkError: (detail) => `网络错误：${detail}`,
  errorOccurred: '发生错误',
  retry: '重试',
  loading: '正在加载…',
  crashed: '页面无法显示',
  reload: '重新加载',
  languages: { zh: '中文', en: 'English' },
  language: '语言',
  theme: '主题',
  themes: { light: '浅色', dark: '深色' },
};
