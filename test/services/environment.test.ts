import { afterEach, describe, expect, it, vi } from 'vitest';
import { serviceNames, serviceUrl } from '../../services/environment.ts';
import { twinEnvironment } from '../../services/twins/all-twins.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the address of a service', () => {
  it('is read when it is asked for, and loses the slash at its end', () => {
    vi.stubEnv('CRM_URL', 'https://crm.example.com/api/');
    expect(serviceUrl('CRM')).toBe('https://crm.example.com/api');
    vi.stubEnv('CRM_URL', 'https://crm.example.com');
    expect(serviceUrl('CRM')).toBe('https://crm.example.com');
  });

  it.each([undefined, ''])('that is missing (%s) is named, with where to set it', (value) => {
    vi.stubEnv('CRM_URL', value);
    expect(() => serviceUrl('CRM')).toThrow('CRM_URL is not set: set it in infra/access for the job that needs it');
  });

  it('that is no URL is named, without its value', () => {
    vi.stubEnv('CRM_URL', 'crm/secret');
    expect(() => serviceUrl('CRM')).toThrow(/^CRM_URL is not a URL; it looks like https:\/\/host\/path$/);
  });
});

describe('every service', () => {
  it('has a twin, and a twin asks for no secret', () => {
    const environment = twinEnvironment('http://127.0.0.1:1');
    const variables = serviceNames.flatMap((name) => [`${name}_URL`, `${name}_API_KEY_SECRET`]);
    expect(Object.keys(environment).sort()).toEqual([...variables, 'PARAMETERS_SECRETS_EXTENSION_HTTP_PORT'].sort());
    expect(environment.PARAMETERS_SECRETS_EXTENSION_HTTP_PORT).toBe('1');
    expect(environment.COMPANY_DATA_URL).toBe('http://127.0.0.1:1/company-data');
    expect(environment.COMPANY_DATA_API_KEY_SECRET).toBe('');
  });
});
