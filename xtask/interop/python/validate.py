"""Holds documents against a schema: validate.py junit|sarif SCHEMA FILE... Prints what is wrong, one line each; exits 1 then.

The schema of JUnit XML may be inside of a source archive, where it is called junit-10.xsd.
"""

import io
import json
import sys
import tarfile


def junit_errors(schema_file, files):
    import xmlschema

    if schema_file.endswith(".tar.gz"):
        with tarfile.open(schema_file) as archive:
            name = next(name for name in archive.getnames() if name.endswith("/junit-10.xsd"))
            schema_file = io.BytesIO(archive.extractfile(name).read())
    schema = xmlschema.XMLSchema(schema_file)
    for file in files:
        for error in schema.iter_errors(file):
            yield file, f"{error.path}: {error.reason}"


def sarif_errors(schema_file, files):
    import jsonschema

    with open(schema_file, encoding="utf-8") as text:
        schema = json.load(text)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema, format_checker=kind.FORMAT_CHECKER)
    for file in files:
        with open(file, encoding="utf-8") as text:
            document = json.load(text)
        for error in validator.iter_errors(document):
            yield file, f"{error.json_path}: {error.message[:200]}"


def main():
    form, schema, *files = sys.argv[1:]
    wrong = 0
    try:
        for file, error in {"junit": junit_errors, "sarif": sarif_errors}[form](schema, files):
            wrong += 1
            print(f"{file}: {error}")
    except Exception as error:  # not well-formed at all
        wrong += 1
        print(f"{form}: {error}")
    sys.exit(1 if wrong or not files else 0)


if __name__ == "__main__":
    main()
