// The linter of the page; Prettier formats it.
import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['src/api.d.ts'] },
  eslint.configs.recommended,
  tseslint.configs.recommended,
  {
    rules: {
      // TypeScript itself finds names that do not exist.
      'no-undef': 'off',
      // `({ side, ...news }) => ...` leaves a part out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
);
