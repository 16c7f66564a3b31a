// The floor: a program that reads the input and prints the first board of each data set, and does nothing else. It takes
// no trouble over errors and all trouble over speed: one read, one buffer, one write.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

int main() {
    std::vector<char> in(1 << 16);
    size_t length = 0, got;
    while ((got = fread(in.data() + length, 1, in.size() - length - 1, stdin)) > 0) {
        length += got;
        if (length + 1 == in.size()) in.resize(2 * in.size());
    }
    in[length] = 0;
    const char* at = in.data();
    auto number = [&] {
        int n = 0;
        while (*at && (*at < '0' || *at > '9')) at++;
        while (*at >= '0' && *at <= '9') n = 10 * n + (*at++ - '0');
        return n;
    };
    std::string out, board;
    int sets = number(), last = 0;
    out += "Analyzing " + std::to_string(sets) + " data set(s)\n";
    std::string bare;
    std::vector<size_t> start;
    for (int set = 1; set <= sets; set++) {
        int size = number(), count[2];
        count[0] = number();
        count[1] = number();
        if (size != last) {
            bare.clear();
            start.clear();
            for (int r = 0; r < size; r++) {
                bare.append(2 * r, ' ');
                start.push_back(bare.size());
                for (int c = 0; c < size; c++) bare += c == 0 ? "-" : "   -";
                bare += '\n';
            }
            last = size;
        }
        out += "Data set " + std::to_string(set) + "\nBoard Position:\n";
        size_t first = out.size();
        out += bare;
        for (int p = 0; p < 2; p++) {
            for (int i = 0; i < count[p]; i++) {
                while (*at <= ' ') at++;
                int column = *at++ - 'A';
                int row = number() - 1;
                out[first + start[row] + 4 * column] = "XO"[p];
            }
        }
        if (set < sets) out += '\n';
    }
    fwrite(out.data(), 1, out.size(), stdout);
}
