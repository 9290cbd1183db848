import {
  type BinaryOperationNode,
  type LimitNode,
  OperatorNode,
  SqliteDialect,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';

/**
 * Writes limits and flags into the SQL text. SQLite prepares a statement again whenever a limit or a flag is bound,
 * because its plan depends on them: the limit's size, and for a flag whether a partial index fits. That takes longer
 * than most statements run.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    const isKnown = ValueNode.is(limit) && typeof limit.value === 'number';
    super.visitLimit(isKnown ? { ...node, limit: ValueNode.createImmediate(limit.value) } : node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node;
    const isFlag =
      OperatorNode.is(operator) &&
      operator.operator === '=' &&
      ValueNode.is(rightOperand) &&
      (rightOperand.value === 0 || rightOperand.value === 1);
    super.visitBinaryOperation(
      isFlag ? { ...node, rightOperand: ValueNode.createImmediate(rightOperand.value) } : node,
    );
  }
}

/** Kysely's dialect with this compiler. */
export class CompilingSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteCompiler {
    return new SqliteCompiler();
  }
}
