import type { Refusals } from './en.ts';

export const refusals: Refusals = {
  refused: {
    accountTaken: (account) => `账号 ${account} 已被使用`,
    lastAdmin: '须保留最后一个管理员',
    deleteSelf: '不能删除自己的账号',
    resetSelf: '不能重置自己的密码，请使用“修改密码”',
    resetOwnFactor: '不能重置自己的两步验证，请在“用户信息”的“两步验证”中移除',
    referred: '有评审记录或问题引用该账号，只能移入回收站，不能彻底删除',
    alreadyOpen: (number) => `您已有未完成的评审：${number}`,
    keyReused: '该幂等键已用于另一请求',
    deleted: '该账号在回收站中，请先恢复',
    statusIs: (status, allowed) =>
      allowed.length > 0
        ? `当前状态：${status}；可进行：${allowed.join('、')}`
        : `当前状态：${status}；您目前没有可进行的操作`,
    expertScored: (names) => `已评分，不能撤换：${names}`,
    ownNetwork: '须为 https 地址，且不在服务器内网',
    notAnExpert: '没有该专家',
    earlierReturn: '该意见属于较早的一次退回，只能答复最近一次退回的意见',
    standardKept: (version) => `版本“${version}”已存在且不可更改；请为修改后的标准另取版本号`,
    assessmentFull: (mb) => `一次评审的全部文件不超过 ${mb} MB`,
    copiesFull: (mb) => `一次评审的文件连同历次提交留存的文件，合计不超过 ${mb} MB`,
    findingsFull: (mb) => `一个电站的问题佐证材料合计不得超过 ${mb} MB`,
    evidenceUsed: '该文件已用于办理记录，不能删除',
    uploadFinished: '上传已完成，请改为删除文件',
    uploadOffset: '上传进度与服务器不一致，请查询进度后继续',
    tooManyUploads: '一小时内上传过多，请稍后再试',
  },
  password: {
    tooCommon: '该密码过于常见，请换一个',
    usedBefore: '该密码近期使用过，请换一个',
    ended: '初始密码已失效，请联系所属评审单位或管理员重置',
  },
  troubles: {
    full: '服务器磁盘已满：本次操作未保存，查看不受影响。请联系管理员清理空间后重试',
    readOnly: '服务器无法写入磁盘：本次操作未保存，查看不受影响。请联系管理员',
    damaged: '服务器无法读取数据：磁盘或数据库已损坏。请联系管理员',
    audit: '操作日志末尾有缺失，服务器拒绝一切更改：本次操作未保存，查看不受影响。请联系管理员',
  },
  tokens: {
    lacks: (name, scope, has) => `请求被拒绝：访问令牌“${name}”缺少权限 ${scope}，现有权限：${has}`,
    logIn: (name) => `请求被拒绝：访问令牌“${name}”不能进行此操作，请用账号和密码登录`,
  },
  factors: {
    ended: '本次登录已结束，请重新登录',
    lastRequired: '您的账号须有两步验证方式：请先添加另一个，再移除此项',
    none: '您的账号没有两步验证方式',
    tooMany: (max: number) => `每个账号最多可有 ${max} 个两步验证方式`,
    known: '该通行密钥已注册',
    noSite: '本服务器不提供通行密钥：未设置对外地址',
    sealed:
      '服务器无法核对验证器应用的验证码：密钥文件 factors.key 缺失或不符。请使用恢复码或通行密钥，或请上级评审单位移除您的两步验证方式',
  },
};
