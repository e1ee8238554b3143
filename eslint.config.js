import tseslint from 'typescript-eslint'
import reactHooks from 'eslint-plugin-react-hooks'
import { callerKind, textParser } from './scripts/lint/callerKind.mjs'
import { layers } from './scripts/lint/layers.mjs'

/** Money never passes through a JavaScript number. */
const moneyAsNumber = [
  {
    selector:
      'CallExpression[callee.name=/^(Number|parseFloat|parseInt)$/] > :matches(Identifier[name=/([aA]mount|[bB]alance|[wW]ei|[rR]eward|[sS]take|[pP]rice|[eE]arned|[wW]eight|[pP]ower)/], MemberExpression[property.name=/([aA]mount|[bB]alance|[wW]ei|[rR]eward|[sS]take|[pP]rice|[eE]arned|[wW]eight|[pP]ower)/])',
    message: 'Money is bigint or a decimal string, never a number.',
  },
]

/** A client of viem's follows what a contract's revert names (EIP-3668), unless it is told not to. */
const followingClients = {
  selector:
    'CallExpression[callee.name=/^create(Public)?Client$/]:not(:has(Property[key.name="ccipRead"][value.value=false]))',
  message: 'Say ccipRead: false, or any contract makes this machine fetch addresses of its choice.',
}

/** One style of declarations: a function of a file is declared as one, a constant of a declared type may hold one. */
const topLevelArrow = {
  selector:
    ':matches(Program > VariableDeclaration, Program > ExportNamedDeclaration > VariableDeclaration) > VariableDeclarator:not([id.typeAnnotation]) > ArrowFunctionExpression.init',
  message: 'Declare a function of a file with `function`.',
}

/** The whole of viem's clients costs 40 kB that nobody uses: single actions on a bare client do the same. */
const fatClients = {
  name: 'viem',
  importNames: [
    'createPublicClient',
    'createWalletClient',
    'createTestClient',
    'publicActions',
    'walletActions',
  ],
  message: 'Use createClient and single actions from viem/actions.',
}

const typesOnly = {
  group: [
    'typebox',
    'typebox/*',
    '@galx/protocol/http/*',
    '@galx/protocol/deployment',
    '@galx/protocol/bytecode/*',
    // Hashes alone, which the security centre compares code with.
    '!@galx/protocol/bytecode/codeHashes',
    // The words of the servers' refusals, without a schema.
    '!@galx/protocol/http/errors',
  ],
  allowTypeImports: true,
  message: 'The app takes only types from the schemas; bytecode and validators stay out of the bundle.',
}

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '.data*/**',
      'contracts/{out,cache,lib}/**',
      '**/protocol/src/{abi,bytecode}/**',
      'e2e/{test-results,playwright-report}/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-restricted-syntax': ['error', ...moneyAsNumber, topLevelArrow],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['**/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...moneyAsNumber, topLevelArrow, followingClients] },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    rules: { 'no-restricted-syntax': ['error', topLevelArrow] },
  },
  // Command-line programs speak through the console.
  {
    files: ['{stack,operator,scripts,bench,contracts,e2e,examples}/**/*.{ts,mjs}', 'web/build/**'],
    rules: { 'no-console': 'off' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['**/test/**/*.ts', '**/*.test.{ts,tsx}'], rules: { 'no-console': 'off' } },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  // What the app may take from packages.
  {
    files: ['{web,lifeboat}/src/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { paths: [fatClients], patterns: [typesOnly] }] },
  },
  { plugins: { galx: { rules: { layers, 'caller-kind': callerKind } } } },
  { files: ['**/*.{ts,tsx,js,mjs}'], rules: { 'galx/layers': 'error' } },
  {
    files: ['contracts/src/**/*.sol'],
    languageOptions: { parser: textParser },
    rules: { 'galx/caller-kind': 'error' },
  },
)
