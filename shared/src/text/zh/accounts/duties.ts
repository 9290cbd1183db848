import type { Duties } from '../../en/accounts/duties.ts';
import { names } from '../common/names.ts';

export const duties: Duties = {
  names: names.dutyNames,
  about: {
    system: '设置、评审标准，代行其他角色的操作',
    security: '账号、密码、两步验证',
    audit: '查看和校验操作日志',
  },
  lacks: (name) => `请求被拒绝：此操作需要“${name}”职责，您的账号没有该职责`,
  needed: (name) => `此处的操作需要“${name}”职责，您的账号没有该职责`,
  oneEach: '已启用职责分离：每个管理员只能有一项职责',
  own: '已启用职责分离：不能更改自己的职责',
  lastOf: (name) => `没有其他账号拥有“${name}”职责，请先将该职责分配给其他账号`,
  several: (accounts) => `以下账号有多项职责：${accounts}。请先为每个账号只保留一项`,
  help: '管理员的职责，以逗号分隔',
  ends: '修改后，该账号须重新登录',
  onlyAdmin: '只有管理员账号有职责',
  of: (account, names) => `${account}（${names}）`,
};
