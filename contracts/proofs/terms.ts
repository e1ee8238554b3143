/**
 * Terms of SMT-LIB. There are two readings of Solidity's 256-bit numbers. As bits, every operation is known. As integers, products stay
 * products, and besides them only linear operations are known: shifts by constants, masks of low bits. In the reading `linear`, products
 * and quotients of two unknown numbers are functions, and nothing is known about them except the facts that a theorem names.
 */

export type Term = {
  readonly sort: 'number' | 'boolean' | 'array'
  readonly text: string
  /** the value of a constant */
  readonly value?: bigint | boolean
  /** the condition of a number that is 1 if the condition holds and 0 if not, like the results of the EVM's comparisons */
  readonly flag?: Term
  /** the number of lowest bits that are known to be 0 */
  readonly zeros?: number
}

export type Reading = 'bits' | 'integers' | 'linear'

const MODULUS = 1n << 256n
function wrap(value: bigint): bigint {
  return ((value % MODULUS) + MODULUS) % MODULUS
}

/** Makes terms. Each term that is neither a constant nor a variable gets a name, so that no term is written twice. */
export class Terms {
  readonly reading: Reading
  readonly #lines: string[] = []
  #names = 0

  constructor(reading: Reading) {
    this.reading = reading
    if (reading === 'linear') for (const name of ['product', 'quotient', 'rest', 'cut']) this.#lines.push(`(declare-fun ${name} (Int Int) Int)`)
  }

  /** @returns the declarations of all terms so far */
  get script(): string {
    return this.#lines.join('\n')
  }

  number(value: bigint): Term {
    const wrapped = wrap(value)
    return {
      sort: 'number',
      value: wrapped,
      text: this.reading === 'bits' ? `(_ bv${wrapped} 256)` : `${wrapped}`,
    }
  }

  boolean(value: boolean): Term {
    return { sort: 'boolean', value, text: `${value}` }
  }

  /** @param bits the number is below 2^bits; 0: a boolean */
  variable(name: string, bits: number): Term {
    if (bits === 0) {
      this.#lines.push(`(declare-const ${name} Bool)`)
      return { sort: 'boolean', text: name }
    }
    const term: Term = { sort: 'number', text: name }
    this.#lines.push(`(declare-const ${name} ${this.reading === 'bits' ? '(_ BitVec 256)' : 'Int'})`)
    if (this.reading !== 'bits') this.#lines.push(`(assert (and (>= ${name} 0) (< ${name} ${1n << BigInt(bits)})))`)
    else if (bits < 256) this.#lines.push(`(assert (bvult ${name} (_ bv${1n << BigInt(bits)} 256)))`)
    return term
  }

  #make(sort: Term['sort'], text: string): Term {
    const name = `t${(this.#names += 1)}`
    const type = sort === 'boolean' ? 'Bool' : this.reading === 'bits' ? '(_ BitVec 256)' : 'Int'
    this.#lines.push(`(define-fun ${name} () ${type} ${text})`)
    return { sort, text: name }
  }

  #number(bits: string, integers: string | undefined): Term {
    if (this.reading === 'bits') return this.#make('number', bits)
    // Unknown in the integer reading: the result may be any number.
    if (integers === undefined) return this.fresh('any', 256)
    return this.#make('number', integers)
  }

  /** An integer modulo 2^bits. In the reading `linear`, the rest of a larger number is only known to be below 2^bits. */
  #wrapped(text: string, bits: number): string {
    const modulus = 1n << BigInt(bits)
    if (this.reading !== 'linear') return `(mod ${text} ${modulus})`
    const cut = `(cut ${text} ${modulus})`
    this.#lines.push(`(assert (and (<= 0 ${cut}) (< ${cut} ${modulus})))`)
    return `(ite (and (<= 0 ${text}) (< ${text} ${modulus})) ${text} ${cut})`
  }

  /** The EVM's operation with this sign, modulo 2^256. */
  arithmetic(operator: string, a: Term, b: Term): Term {
    const [x, y] = [a.text, b.text]
    if (typeof a.value === 'bigint' && typeof b.value === 'bigint') return this.number(fold(operator, a.value, b.value))
    switch (operator) {
      case '+':
        return this.#number(`(bvadd ${x} ${y})`, this.#wrapped(`(+ ${x} ${y})`, 256))
      case '-':
        return this.#number(`(bvsub ${x} ${y})`, this.#wrapped(`(- ${x} ${y})`, 256))
      case '*':
        if (a.flag !== undefined) return this.choose(a.flag, b, this.number(0n))
        if (b.flag !== undefined) return this.choose(b.flag, a, this.number(0n))
        return this.#number(`(bvmul ${x} ${y})`, this.#wrapped(this.#integers('*', a, b), 256))
      case '/': {
        const quotient = this.#number(`(bvudiv ${x} ${y})`, this.#integers('/', a, b))
        return this.choose(this.equal(b, this.number(0n)), this.number(0n), quotient)
      }
      case '%': {
        const rest = this.#number(`(bvurem ${x} ${y})`, this.#integers('%', a, b))
        return this.choose(this.equal(b, this.number(0n)), this.number(0n), rest)
      }
      case '<<':
        return {
          ...this.#number(
            `(bvshl ${x} ${y})`,
            power(b, (two) => this.#wrapped(`(* ${x} ${two})`, 256)),
          ),
          ...(typeof b.value === 'bigint' && { zeros: Number(b.value) }),
        }
      case '>>':
        return this.#number(
          `(bvlshr ${x} ${y})`,
          power(b, (two) => `(div ${x} ${two})`),
        )
      case '&':
        return this.#number(`(bvand ${x} ${y})`, masked(a, b) ?? masked(b, a))
      case '|':
        if (this.reading === 'linear' && a.zeros !== undefined) return this.#beside(a, b, a.zeros)
        return this.#number(`(bvor ${x} ${y})`, undefined)
      case '^':
        return this.#number(`(bvxor ${x} ${y})`, undefined)
      default:
        throw new Error(`no operator ${operator}`)
    }
  }

  /** A number below 2^bits, placed in the zero bits of another number. */
  #beside(a: Term, b: Term, bits: number): Term {
    const sum = this.fresh('sum', 256)
    this.#lines.push(`(assert (=> (and (<= 0 ${b.text}) (< ${b.text} ${1n << BigInt(bits)})) (= ${sum.text} (+ ${a.text} ${b.text}))))`)
    return sum
  }

  invert(a: Term): Term {
    return typeof a.value === 'bigint' ? this.number(MODULUS - 1n - a.value) : this.#number(`(bvnot ${a.text})`, undefined)
  }

  /** @returns whether the result of the operation exceeds the type's bits, for operands within these bits */
  overflows(operator: string, a: Term, b: Term, bits = 256): Term {
    const modulus = 1n << BigInt(bits)
    if (typeof a.value === 'bigint' && typeof b.value === 'bigint') {
      const exact = operator === '+' ? a.value + b.value : operator === '-' ? a.value - b.value : a.value * b.value
      return this.boolean(exact < 0n || exact >= modulus)
    }
    const [x, y] = [a.text, b.text]
    if (operator === '-') return this.compare('<', a, b)
    if (this.reading !== 'bits') return this.#make('boolean', `(>= ${this.#integers(operator, a, b)} ${modulus})`)
    const over = this.#make('boolean', operator === '+' ? `(bvult (bvadd ${x} ${y}) ${x})` : `(not (bvumul_noovfl ${x} ${y}))`)
    return bits === 256 ? over : this.or(over, this.compare('>=', this.arithmetic(operator, a, b), this.number(modulus)))
  }

  /** The exact result without a modulus; only in the integer reading. */
  exact(operator: string, a: Term, b: Term): Term {
    if (typeof a.value === 'bigint' && typeof b.value === 'bigint') return this.arithmetic(operator, a, b)
    return this.#make('number', this.#integers(operator, a, b))
  }

  /** The exact result of two integers. */
  #integers(operator: string, a: Term, b: Term): string {
    const [x, y] = [a.text, b.text]
    const known = a.value !== undefined || b.value !== undefined
    if (this.reading === 'linear' && !known && operator === '*') {
      const product = `(product ${x} ${y})`
      this.#lines.push(`(assert (= ${product} (product ${y} ${x})))`, `(assert (=> (and (>= ${x} 0) (>= ${y} 0)) (>= ${product} 0)))`)
      return product
    }
    if (this.reading === 'linear' && b.value === undefined && operator === '/') {
      const quotient = `(quotient ${x} ${y})`
      this.#lines.push(`(assert (=> (and (>= ${x} 0) (>= ${y} 1)) (and (<= 0 ${quotient}) (<= ${quotient} ${x}))))`)
      return quotient
    }
    if (this.reading === 'linear' && b.value === undefined && operator === '%') return `(rest ${x} ${y})`
    const names: Readonly<Record<string, string>> = { '/': 'div', '%': 'mod' }
    return `(${names[operator] ?? operator} ${x} ${y})`
  }

  /** @returns an array with this number of keys and any values */
  array(name: string, keys: number): Term {
    const text = `${name}_${(this.#names += 1)}`
    this.#lines.push(`(declare-const ${text} ${this.#arraySort(keys)})`)
    return { sort: 'array', text }
  }

  #arraySort(keys: number): string {
    const number = this.reading === 'bits' ? '(_ BitVec 256)' : 'Int'
    return `(Array ${Array.from({ length: keys + 1 }, () => number).join(' ')})`
  }

  select(array: Term, keys: readonly Term[]): Term {
    return this.#make('number', `(select ${[array, ...keys].map(({ text }) => text).join(' ')})`)
  }

  store(array: Term, keys: readonly Term[], value: Term): Term {
    const name = `t${(this.#names += 1)}`
    const text = `(store ${[array, ...keys, value].map((part) => part.text).join(' ')})`
    this.#lines.push(`(define-fun ${name} () ${this.#arraySort(keys.length)} ${text})`)
    return { sort: 'array', text: name }
  }

  /** Adds a fact that holds for every value of its type. */
  assume(condition: Term): void {
    if (condition.value !== true) this.#lines.push(`(assert ${condition.text})`)
  }

  /** @param bits the number is below 2^bits; 0: a boolean */
  fresh(name: string, bits: number): Term {
    return this.variable(`${name}_${(this.#names += 1)}`, bits)
  }

  compare(operator: string, a: Term, b: Term): Term {
    if (operator === '==') return this.equal(a, b)
    if (operator === '!=') return this.not(this.equal(a, b))
    if (typeof a.value === 'bigint' && typeof b.value === 'bigint') {
      const [x, y] = [a.value, b.value]
      return this.boolean({ '<': x < y, '<=': x <= y, '>': x > y, '>=': x >= y }[operator] ?? false)
    }
    const names: Readonly<Record<string, string>> = {
      '<': 'bvult',
      '<=': 'bvule',
      '>': 'bvugt',
      '>=': 'bvuge',
    }
    return this.#make('boolean', `(${this.reading === 'bits' ? names[operator] : operator} ${a.text} ${b.text})`)
  }

  equal(a: Term, b: Term): Term {
    if (a.value !== undefined && b.value !== undefined) return this.boolean(a.value === b.value)
    return this.#make('boolean', `(= ${a.text} ${b.text})`)
  }

  not(a: Term): Term {
    return typeof a.value === 'boolean' ? this.boolean(!a.value) : this.#make('boolean', `(not ${a.text})`)
  }

  and(...terms: readonly Term[]): Term {
    const open = terms.filter(({ value }) => value !== true)
    if (open.some(({ value }) => value === false)) return this.boolean(false)
    const [first] = open
    if (first === undefined) return this.boolean(true)
    return open.length === 1 ? first : this.#make('boolean', `(and ${open.map(({ text }) => text).join(' ')})`)
  }

  or(...terms: readonly Term[]): Term {
    return this.not(this.and(...terms.map((term) => this.not(term))))
  }

  choose(condition: Term, then: Term, otherwise: Term): Term {
    if (typeof condition.value === 'boolean') return condition.value ? then : otherwise
    if (then.text === otherwise.text) return then
    return this.#make(then.sort, `(ite ${condition.text} ${then.text} ${otherwise.text})`)
  }

  /** @returns 1 if `condition` holds, else 0 */
  flag(condition: Term): Term {
    return { ...this.choose(condition, this.number(1n), this.number(0n)), flag: condition }
  }

  /** @returns the lowest `bits` of `a` */
  low(a: Term, bits: number): Term {
    if (bits >= 256) return a
    if (this.reading === 'linear' && a.value === undefined) return this.#make('number', this.#wrapped(a.text, bits))
    return this.arithmetic('&', a, this.number((1n << BigInt(bits)) - 1n))
  }
}

function fold(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return b === 0n ? 0n : a / b
    case '%':
      return b === 0n ? 0n : a % b
    case '<<':
      return b > 255n ? 0n : a << b
    case '>>':
      return b > 255n ? 0n : a >> b
    case '&':
      return a & b
    case '|':
      return a | b
    case '^':
      return a ^ b
    default:
      throw new Error(`no operator ${operator}`)
  }
}

function power(exponent: Term, write: (two: bigint) => string): string | undefined {
  return typeof exponent.value === 'bigint' && exponent.value < 256n ? write(1n << exponent.value) : undefined
}

function masked(a: Term, mask: Term): string | undefined {
  if (typeof mask.value !== 'bigint') return undefined
  const modulus = mask.value + 1n
  return (mask.value & modulus) === 0n ? `(mod ${a.text} ${modulus})` : undefined
}
